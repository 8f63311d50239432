/** The last known name of the user in this tab: apart from the other caches, which a first view does not need. */
import { sessionKeys } from '@purser/contract/storage.ts'
import * as z from 'zod/mini'
import { readHere, writeHere } from './storage.ts'

export const lastGreeting = {
  read: () => readHere(sessionKeys.greeting, z.string()),
  write: (name: string) => void writeHere(sessionKeys.greeting, name),
}
