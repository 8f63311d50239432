/** Tokens that users create: their names, their creation, and who else may use them; and the search for all tokens. */
import type { Clock } from '../../kernel/clock.ts'
import type { TokenReads } from '../../ports/chain.ts'
import { type AuthorizationParts, createAuthorization } from './authorization/authorization.ts'
import { createTokenCreation, type TokenCreationParts } from './create.ts'
import { createHolders } from './holders.ts'
import { createTokenNames, type NamesParts } from './names.ts'
import { createSearch, type SearchParts } from './search.ts'

export type TokenCenterParts = NamesParts &
  Omit<TokenCreationParts, 'names'> &
  Omit<AuthorizationParts, 'holders'> &
  Omit<SearchParts, 'names'> & { chain: Pick<TokenReads, 'holders'>; clock: Clock }
export type TokenCenter = ReturnType<typeof createTokenCenter>

export function createTokenCenter(parts: TokenCenterParts) {
  const names = createTokenNames(parts)
  return {
    names,
    search: createSearch({ ...parts, names }),
    creation: createTokenCreation({ ...parts, names }),
    authorization: createAuthorization({ ...parts, holders: createHolders(parts) }),
  }
}
