/** Composes the lists of operations for people, and of their follow-ups. */
import type { Engine } from '../engine.ts'
import type { History } from '../transfers.ts'
import { listFollowUps, readFollowUps } from './follow-ups.store.ts'
import { findSummary, listOperations } from './list-operations.store.ts'
import { findRecipient } from './recipients.store.ts'
import { readStories } from './stories.store.ts'

export const createHistory = ({ db }: Engine): History => ({
  list: (userId, filter) => listOperations(db, userId, filter),
  findSummary: (userId, id) => findSummary(db, userId, id),
  listStories: (ids) => readStories(db, ids),
  readFollowUps: (userId, parent, within) => readFollowUps(within?.tx ?? db, userId, parent, within?.except),
  listFollowUpIds: (userId, parent) => listFollowUps(db, userId, parent),
  findRecipient: (userId, address) => findRecipient(db, userId, address),
})
