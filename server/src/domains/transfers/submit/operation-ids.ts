/** Finds the ids of operations by their origin. An e-mail never changes: each is read once. */
import type { Db } from '../../../db/client.ts'
import { type Origin, toOperationId } from './operation-id.ts'
import { readEmail } from './emails.store.ts'

export type OperationIds = {
  /** Returns the id of this request in every database. */
  find(origin: Origin): Promise<string>
}

export function createOperationIds(db: Db): OperationIds {
  const emails = new Map<number, string>()
  return {
    async find({ userId, type, originKey }) {
      const email = emails.get(userId) ?? (await readEmail(db, userId))
      emails.set(userId, email)
      return toOperationId({ userId, type, originKey, email })
    },
  }
}
