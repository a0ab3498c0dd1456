//! What chooses emblems by words, in one piece, so that it is fetched with them.
export { iconOf } from '../act/icon';
export { emblemOf } from './emblem';
