/** Wallets: keys are made, sealed and used by the server; an answer shows a private key only where its endpoint says so. */
import * as z from 'zod/mini'
import { Code } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Address, Id, Name, Nothing, Time } from './values.ts'

export const WalletGroup = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  is_default: z.boolean(),
  wallet_count: z.int(),
})
export type WalletGroup = z.infer<typeof WalletGroup>

export const Wallet = z.object({
  id: Id,
  name: z.string(),
  address: Address,
  is_default: z.boolean(),
  created_at: Time,
})
export type Wallet = z.infer<typeof Wallet>

/** Base58 of the 64 bytes that wallets import. */
export const WalletWithKey = z.extend(Wallet, { private_key: z.string() })
export type WalletWithKey = z.infer<typeof WalletWithKey>

const generate = (path: '/wallet/generate' | '/wallets/generate') =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Generate a wallet; its private key is in this answer only',
    access: 'session',
    status: 201,
    body: z.optional(z.strictObject({ name: z.optional(Name) })),
    answer: WalletWithKey,
    secret: true,
  })

export const generateWallet = generate('/wallet/generate')
export const generateWalletAlias = generate('/wallets/generate')

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  summary: 'The wallets of the user, oldest first; never a private key',
  access: 'session',
  answer: z.object({ wallets: z.array(Wallet), groups: z.array(WalletGroup) }),
})

export const revealKey = endpoint({
  method: 'POST',
  path: '/wallets/get-private-key',
  summary: 'Reveal the private key of a wallet (audited)',
  access: 'session',
  body: z.strictObject({ address: Address, code: z.optional(Code) }),
  answer: z.object({ private_key: z.string() }),
  secret: true,
  idempotent: false,
})

export const connectWallet = endpoint({
  method: 'POST',
  path: '/wallet/connect',
  summary: 'Connect a wallet of the user to the session',
  access: 'session',
  body: z.strictObject({ walletAddress: Address }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

export const disconnectWallet = endpoint({
  method: 'POST',
  path: '/wallet/disconnect',
  summary: 'Disconnect the connected wallet',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})
