/** Parses a request to send, as far as possible without further data. */
import { createHash } from 'node:crypto'
import type { SendBody } from '@purser/contract/transfers/sends.ts'
import type { WarningCode } from '@purser/contract/transfers/send-texts.ts'
import type { Address } from '@solana/kit'
import { readPositive } from '../../../kernel/solana/amounts.ts'
import { Fault } from '../../../kernel/fault.ts'
import { readAddress } from '../../tokens/index.ts'
import { canonical } from '../tokens/intent.ts'

export type SendIntent = {
  walletId: number
  to: Address
  /** null: SOL. */
  mint: string | null
  amount: string | number
  confirmed: readonly WarningCode[]
  /** Distinguishes a repeated request from another one under the same key. */
  requestHash: string
}

/** Throws recipient_refused. */
export function readSend(walletId: number, { to, mint, amount, confirmed = [] }: SendBody): SendIntent {
  const asset = mint ?? null
  const text = JSON.stringify(['send', walletId, to, asset, amount === 'max' ? amount : canonical(amount)])
  return {
    walletId,
    to: readAddress(to),
    mint: asset,
    amount,
    confirmed,
    requestHash: createHash('sha256').update(text).digest('base64url'),
  }
}

/** Base units above 0, or 'max'. Throws amount_refused, and invalid_input if the amount has too many decimals. */
export function parseAmount({ amount }: SendIntent, decimals: number): bigint | 'max' {
  if (amount === 'max') return amount
  const units = readPositive('amount', amount, decimals)
  if (units === null) throw new Fault('amount_refused', { code: 'not_positive' })
  return units
}
