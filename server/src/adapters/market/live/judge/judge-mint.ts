/** Assesses a mint by the chain, which decides, or by the market's service for what only that knows. */
import type { Authority, MintRefusal, MintRisk } from '@purser/contract/tokens/mint-texts.ts'
import type { TokenMint } from '../../../../ports/chain-data.ts'
import type { TokenFacts } from '../../../../ports/token-search.ts'

export type Judgement = { refusal: MintRefusal | null; risks: MintRisk[] }

/** `facts` null: the service does not know it. */
export function judgeMint(mint: TokenMint, facts: TokenFacts | null): Judgement {
  return { refusal: findRefusal(mint, facts), risks: collectRisks(mint) }
}

function findRefusal(mint: TokenMint, facts: TokenFacts | null): MintRefusal | null {
  // Amounts would be wrong by powers of ten.
  if (facts && facts.decimals !== mint.decimals) return 'decimals_differ'
  if (facts?.program && facts.program !== mint.program) return 'program_differs'
  return mint.obstacles.includes('non_transferable') ? 'non_transferable' : null
}

const collectRisks = ({ powers, obstacles }: TokenMint): MintRisk[] => [
  ...powers,
  ...(obstacles.includes('unknown_extension') ? (['unknown_extension'] as const) : []),
]

/** The authority as the chain states it. */
export const chainAuthority = (address: string | null): Authority =>
  address === null ? { code: 'nobody' } : { code: 'address', address }

/** The authority as the service states it: a missing field means unknown. */
export function serviceAuthority(address: string | null, exists: boolean | null | undefined): Authority {
  if (address !== null) return { code: 'address', address }
  if (exists === null || exists === undefined) return { code: 'unknown' }
  return exists ? { code: 'somebody' } : { code: 'nobody' }
}
