/** Warnings about the address that funds are sent to, and reasons why something cannot be sent. */
import * as z from 'zod/mini'

const short = (address: string) => `${address.slice(0, 4)}...${address.slice(-4)}`

/** Facts about an address that matter before funds go there. */
export const WARNING_CODES = ['looks_like', 'program', 'program_account', 'off_curve', 'never_used'] as const
export type WarningCode = (typeof WARNING_CODES)[number]
/** Warnings that block a send unless the request names them in `confirmed`. */
export const MUST_BE_CONFIRMED: readonly WarningCode[] = [
  'looks_like',
  'program',
  'program_account',
  'off_curve',
]

export const SendWarning = z.object({
  code: z.enum(WARNING_CODES),
  /** Whether the send is refused until the request names the code in `confirmed`. */
  confirm: z.boolean(),
  /** Its meaning, in words. */
  message: z.string(),
  /** The known address that it looks like, and what that is. */
  like: z.optional(
    z.object({ address: z.string(), name: z.string(), is: z.enum(['wallet', 'whitelist', 'sent']) }),
  ),
  /** The program that owns the account. */
  program: z.optional(z.string()),
})
export type SendWarning = z.infer<typeof SendWarning>
export type Like = NonNullable<SendWarning['like']>

const known: Record<Like['is'], (like: Like) => string> = {
  wallet: ({ name, address }) => `your wallet ${name} (${address})`,
  whitelist: ({ address }) => `${address} on your whitelist`,
  sent: ({ address }) => `${address}, which you have sent to before`,
}

export type Warned =
  | { code: 'looks_like'; like: Like }
  | { code: 'program' }
  | { code: 'program_account'; program: string }
  | { code: 'off_curve' }
  | { code: 'never_used' }
const warnings: { [C in WarningCode]: (warned: Extract<Warned, { code: C }>) => string } = {
  looks_like: ({ like }) =>
    `This address looks like ${known[like.is](like)}, but it is a different one. Look-alike addresses are made to be mistaken for each other: compare every character.`,
  program: () =>
    'This is the address of a program, not a wallet. Funds sent to it can almost never be moved again.',
  program_account: ({ program }) =>
    `This account belongs to a program (${program}), not to a wallet. Send to it only if you know that the program can move its funds.`,
  off_curve: () =>
    'Nobody has a private key for this address: it is derived by a program, like a multisig vault. Send to it only if you know that it is one.',
  never_used: () => 'This address has never been used on this network.',
}
export const warningText = (warned: Warned): string =>
  (warnings[warned.code] as (warned: Warned) => string)(warned)

/** Why funds are never sent to this address. */
export type BadRecipient =
  | { code: 'characters' }
  | { code: 'length' }
  | { code: 'same_wallet' }
  | { code: 'mint' }
  | { code: 'token_account'; owner: string }
  | { code: 'token_to_program' }
  | { code: 'reserved' }

const recipients: { [C in BadRecipient['code']]: (bad: Extract<BadRecipient, { code: C }>) => string } = {
  characters: () =>
    'The address contains an invalid character: Solana addresses use letters and digits without 0, O, I and l.',
  length: () =>
    'The address has the wrong length: a Solana address is 32 bytes, written as 32 to 44 characters.',
  same_wallet: () => 'The source wallet and the recipient are the same.',
  mint: () => 'This is the address of a token (its mint), not of a wallet.',
  token_account: ({ owner }) =>
    `This is a token account, not a wallet, and funds sent to it are easily lost. Send to the wallet that owns it: ${owner}`,
  token_to_program: () => 'This is the address of a program: nobody could ever move tokens sent to it.',
  reserved: () =>
    'This is a system address of the network, which every transaction reads: nothing can be sent to it.',
}
export const recipientText = (bad: BadRecipient): string =>
  (recipients[bad.code] as (bad: BadRecipient) => string)(bad)

export type BadAmount =
  | { code: 'not_positive' }
  | { code: 'new_account'; rent: string; to: string }
  | {
      code: 'leaves_too_little'
      wallet: string
      left: string
      rent: string
      most: string | null
      all: string
    }
const amounts: { [C in BadAmount['code']]: (bad: Extract<BadAmount, { code: C }>) => string } = {
  not_positive: () => 'Please enter a valid positive amount',
  new_account: ({ rent, to }) =>
    `${short(to)} has no on-chain account yet, and a new account must hold at least ${rent} SOL. Send at least that much.`,
  leaves_too_little: ({ wallet, left, rent, most, all }) =>
    `This would leave ${left} SOL in ${wallet}, but an account must hold either nothing or at least ${rent} SOL. ${
      most === null
        ? `Send ${all} SOL, which empties it.`
        : `Send at most ${most} SOL, or ${all} SOL, which empties it.`
    }`,
}
export const amountText = (bad: BadAmount): string => (amounts[bad.code] as (bad: BadAmount) => string)(bad)

export const sendTexts = {
  notWhitelisted: ({ to, symbol }: { to: string; symbol: string }) =>
    `${short(to)} is not on your whitelist for ${symbol}, and your profile only allows sends to whitelisted pairs.`,
  wrapped: 'Wrapped SOL cannot be sent as a token. To send SOL, leave the token empty.',
  failed: 'Failed to send',
  completed: 'Sent',
} as const
