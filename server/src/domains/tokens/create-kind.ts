/** The kind of operation that creates a token. */
import type { Address, TransactionSigner } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { AccountReads } from '../../ports/chain.ts'
import type { Budget } from '../../kernel/solana/budget.ts'
import { DEFAULT_BUDGET } from '../../kernel/solana/compile.ts'
import type { Kind, Operation } from '../transfers/index.ts'
import { deleteToken, insertToken } from './created.store.ts'
import { createTokenInstructions, computeSizes, type TokenTexts } from './mint-instructions.ts'

export const TOKEN_CREATE = 'token-create'

/** The stored request: the supply in base units, and the price of its first attempt in micro-lamports a unit, as text. */
export type TokenRequest = TokenTexts & {
  decimals: number
  supply: string
  mint: string
  wallet: string
  price?: string
}

/** The budget of its only transaction, which takes fewer units whatever the texts are. */
export const creationBudget = (price: bigint): Budget => ({ ...DEFAULT_BUDGET, price })

export type CreateKindParts = {
  db: Db
  chain: Pick<AccountReads, 'rentExempt'>
  signer(userId: number, address: string): Promise<TransactionSigner>
}

export function createTokenKind({ db, chain, signer }: CreateKindParts): Kind {
  return {
    recall(request) {
      const { wallet: _, price: __, ...rest } = request as TokenRequest
      return rest
    },

    async build(operation) {
      const request = operation.request as Partial<TokenRequest>
      if (!isWhole(request)) return { refused: 'The details of this token are no longer known.' }
      const wallet = await signer(operation.userId, request.wallet)
      const rent = await chain.rentExempt(computeSizes(request).mint)
      const plan = { ...request, supply: BigInt(request.supply) }
      const instructions = await createTokenInstructions(plan, { wallet, operationId: operation.id, rent })
      return { feePayer: wallet, instructions, budget: creationBudget(BigInt(request.price ?? '0')) }
    },

    async settle(operation) {
      await book(db, operation)
      return {}
    },

    unsettle: (operation) => deleteToken(db, operation.id),
  }
}

const isWhole = (request: Partial<TokenRequest>): request is TokenRequest =>
  request.wallet !== undefined && request.mint !== undefined && request.supply !== undefined

async function book(db: Db, { id, userId, request }: Operation): Promise<void> {
  const { wallet: _, mint, supply, ...texts } = request as Partial<TokenRequest> & TokenTexts
  // The texts of a token that only the chain knows are missing here; it stays usable by its address.
  if (mint === undefined || supply === undefined || texts.decimals === undefined) return
  const { name, symbol, description, image, decimals } = texts
  await insertToken(db, {
    userId,
    operationId: id,
    mint: mint as Address,
    name,
    symbol,
    description,
    image,
    decimals,
    supply: BigInt(supply),
  })
}
