import { storageKeys } from '@purser/contract/storage.ts'
import { ListedOperation } from '@purser/contract/transfers/transfers.ts'
import * as z from 'zod/mini'
import { cache } from './cache.ts'

/** The newest page of all operations. */
export const operationsCache = cache(storageKeys.operations, z.array(ListedOperation))
