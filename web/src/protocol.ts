//! The words of the protocol under the names the page uses. The types themselves are made from Rust; only
//! generics, which that loses, are put together again here.
import type { Candidate_AnyValue, Json, Place2, Unknown } from './lib/protocol/from-server';

export type * from './lib/protocol/from-server';
export type {
  Admit,
  DoorKey,
  ForkBody,
  KnockBody,
  NewTableBody,
  OddsOf,
  Op,
  Pack,
  SeatInfo,
  ToServer,
} from './lib/protocol/to-server';

/** What every block carries. */
export type Frame = Unknown;
/** A room or area of a scene. */
export type ScenePlace = Place2;
/** Something that can be picked, or says why not. */
export type Candidate<K> = Omit<Candidate_AnyValue, 'pick'> & { pick: K };
/** A filled form. */
export type Picks = { [name: string]: Json };
