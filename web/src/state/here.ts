//! The table a component stands at, if it stands at one.
import { getContext, hasContext, setContext } from 'svelte';
import type { TableState } from './table.svelte';

const KEY = Symbol('table');

export function setTable(table: TableState): void {
  setContext(KEY, table);
}

export function findTable(): TableState | undefined {
  return hasContext(KEY) ? getContext<TableState>(KEY) : undefined;
}

export function useTable(): TableState {
  const table = findTable();
  if (!table) throw new Error('this part belongs at a table');
  return table;
}
