/** The whitelist: pairs of a wallet address and a mint that may be sent to while the profile switch is on. */
import * as z from 'zod/mini'
import { Code } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Address, Done, Id, Time } from '../values.ts'

export const WhitelistEntry = z.object({
  id: Id,
  wallet_address: z.string(),
  mint_address: z.string(),
  timestamp: Time,
})
export type WhitelistEntry = z.infer<typeof WhitelistEntry>

export const WhitelistStats = z.object({
  unique_wallets: z.int(),
  unique_mints: z.int(),
  total_entries: z.int(),
})
export type WhitelistStats = z.infer<typeof WhitelistStats>

const success = z.literal(true)

export const listWhitelist = endpoint({
  method: 'GET',
  path: '/whitelist',
  summary: 'Pairs of wallet and mint that may be sent to, the newest first',
  access: 'session',
  failure: 'Failed to fetch whitelist entries',
  answer: z.object({ success, data: z.array(WhitelistEntry) }),
})

export const getWhitelistStats = endpoint({
  method: 'GET',
  path: '/whitelist/stats',
  summary: 'How many entries, wallets and mints the whitelist has',
  access: 'session',
  failure: 'Failed to fetch whitelist entries',
  answer: z.object({ success, data: WhitelistStats }),
})

const BOTH = 'Please fill in both addresses'
const filled = (text: z.ZodMiniString) => text.check(z.trim(), z.minLength(1, BOTH))

/** 409 whitelist_pair_exists if the pair exists. The mint of wrapped SOL stands for SOL. */
export const addWhitelistEntry = endpoint({
  method: 'POST',
  path: '/whitelist',
  summary: 'Add a pair of wallet and mint (audited, reported by email)',
  access: 'session',
  failure: 'Failed to add entry to whitelist',
  status: 201,
  body: z.strictObject({
    wallet_address: z.pipe(filled(z.string(BOTH)), Address),
    mint_address: z.pipe(filled(z.string(BOTH)), Address),
    /** Needed while whitelist_only is on, with keys_need_code or if funds are real: the entry opens a way out. */
    code: z.optional(Code),
  }),
  answer: z.object({ success, data: WhitelistEntry }),
})

export const removeWhitelistEntry = endpoint({
  method: 'DELETE',
  path: '/whitelist/:id',
  summary: 'Remove a pair (audited)',
  access: 'session',
  failure: 'Failed to remove entry',
  answer: Done,
})
