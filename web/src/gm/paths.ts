//! Published values as a flat list of paths, as overruling takes them.
import type { Json } from '../protocol';

export function paths(value: Json, under = ''): [string, Json][] {
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object' || one === null)
      ? [[under, value]]
      : value.flatMap((one, at) => paths(one, join(under, String(at))));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => paths(one, join(under, name)));
  return [[under, value]];
}

function join(under: string, name: string): string {
  return under === '' ? name : `${under}.${name}`;
}
