/** The tokens that an account knows by name besides the known ones, and the names that a new one may have. */
import type { NamedToken } from '@purser/contract/tokens/created-tokens.ts'
import type { Db } from '../../db/client.ts'
import { invalid } from '../../kernel/fault.ts'
import { listNamed } from './authorization/grants.store.ts'
import { createLabels, type LabelParts } from './labels.ts'
import { isTaken, toSkeleton } from './look-alikes.ts'

export type NamesParts = Omit<LabelParts, 'known'> & {
  db: Db
  /** Whether agents read this word as one of their own: 'sell', 'all', 'now'. */
  isOrdinaryWord(word: string): boolean
}
/** Invisible characters do not separate words. */
const SEPARATOR = /[^\p{L}\p{N}\p{M}\p{DI}]+/u
export type TokenNames = ReturnType<typeof createTokenNames>

export function createTokenNames({ db, isOrdinaryWord, ...others }: NamesParts) {
  /** Own ones first. Two may have the same symbol: whoever selects by name must ask which. */
  async function known(userId: number, handle: Db = db): Promise<NamedToken[]> {
    const { own, granted } = await listNamed(handle, userId)
    const owned = new Set(own.map(({ mint }) => mint))
    return [
      ...own.map(({ mint, symbol, name, decimals }) => ({
        mint,
        symbol,
        name,
        decimals,
        source: 'created' as const,
        owner: null,
        grant_id: null,
        granted_at: null,
      })),
      ...granted
        .filter(({ mint }) => !owned.has(mint))
        .map(({ grantId, grantedAt, owner, ...token }) => ({
          ...token,
          source: 'granted' as const,
          owner,
          grant_id: grantId,
          granted_at: grantedAt.toISOString(),
        })),
    ]
  }

  return {
    known,
    labels: createLabels({ ...others, known }),

    /** Whether an instruction can contain it as a name: none of its words has a meaning there. */
    isSayable: (name: string): boolean => name.split(/\s+/).every((word) => !isOrdinaryWord(word)),

    /** Throws invalid_input for a name that would be taken for another token, or for an ordinary word. */
    async requireFree(
      userId: number,
      { symbol, name }: { symbol: string; name: string },
      handle: Db = db,
    ): Promise<void> {
      if (isTaken(symbol)) throw invalid('symbol', `${symbol} is a well-known token. Choose another symbol.`)
      if (isOrdinaryWord(symbol))
        throw invalid('symbol', 'is a word or number that agents read in instructions. Choose another.')
      const borrowed = isTaken(name) ? name : name.split(SEPARATOR).find(isTaken)
      if (borrowed !== undefined)
        throw invalid('name', `must not contain ${borrowed}, the name of a well-known token`)
      for (const other of await known(userId, handle)) {
        if (toSkeleton(other.symbol) === toSkeleton(symbol) || toSkeleton(other.name) === toSkeleton(symbol))
          throw invalid('symbol', `is already the name of one of your tokens: ${other.mint}`)
        if (toSkeleton(other.name) === toSkeleton(name) || toSkeleton(other.symbol) === toSkeleton(name))
          throw invalid('name', `is already the name of one of your tokens: ${other.mint}`)
      }
    },
  }
}
