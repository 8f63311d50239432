/** The Token Authorization Center: the tokens that a user created, and who else may use them by name. */
import type { AuthorizableToken, TokenGrant } from '@purser/contract/tokens/token-authorization.ts'
import { AUTHORIZATION_PAGE, GRANTS_PER_TOKEN, GRANTS_PER_USER } from '@purser/contract/limits.ts'
import { toJsonAmount, USD_DECIMALS } from '@purser/contract/money.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import { type Market, PRICE_DECIMALS } from '../../../ports/market.ts'
import * as created from '../created.store.ts'
import * as store from './grants.store.ts'
import type { Holders } from '../holders.ts'

/** A grant that the account of `userId` got, or lost. */
export type AccessEvent = {
  userId: number
  owner: string
  symbol: string
  name: string
  mint: string
  is: 'granted' | 'revoked'
}
/** Writes the notification, in the transaction that grants; the returned function publishes it after the commit. */
export type AccessReporter = { changed(tx: Db, event: AccessEvent): Promise<() => void> }

export type AuthorizationParts = {
  db: Db
  market: Pick<Market, 'priceUsd' | 'untraded'>
  holders: Holders
  reporter: AccessReporter
}

export type GrantRequest = {
  tokenId: number
  mintAddress: string
  authorizedEmail: string
  tokenOwnerEmail?: string | undefined
}
type Page = { email: string; page?: number | undefined; page_size?: number | undefined }
type From = { client: string; device: string }

/** The code of a successful answer, which the console of this call expects. */
const CODE = 200
const PER_USD_UNIT = 10n ** BigInt(PRICE_DECIMALS - USD_DECIMALS)

export type Authorization = {
  /** Throws not_found for any address but the user's own. */
  tokens(
    userId: number,
    page: Page,
  ): Promise<{
    data: {
      code: number
      data: {
        data: {
          id: number
          name: string
          ticker: string
          description: string
          cover_image: string
          ip_type: 'token'
          token_info: {
            symbol: string
            name: string
            mint: string
            price: string | number | null
            market_cap: string | number | null
            on_exchange: boolean
            cover_url: string
            description: string
            decimals: number
            supply: string | number
            holders: number | null
          }
          isAuthorized: boolean
          authorizedTo: string | null
          authorizedAt: string | null
        }[]
        count: number
      }
    }
    stats: { totalTokens: number; activeAuthorizations: number; pendingRequests: number }
  }>
  /** Grants once, however often it is called: the grant's id. Throws not_found for a token that is not the user's. */
  grant(userId: number, request: GrantRequest, from: From): Promise<number>
  grants(userId: number): Promise<TokenGrant[]>
  /** Both the owner and the recipient may do so. Running strategies go on. Throws not_found. */
  revoke(userId: number, id: string, from: From): Promise<void>
}

async function view(
  { market, holders }: AuthorizationParts,
  row: created.CreatedToken,
  grant: store.GrantRow | undefined,
): Promise<AuthorizableToken> {
  const { symbol, name, mint, description, image, decimals, supply } = row
  // A market that is away gives no quote now.
  const [quoted, untraded, held] = await Promise.all([
    market.priceUsd(mint).catch(() => null),
    market.untraded?.([mint]),
    holders.of(mint),
  ])
  const price = untraded?.has(mint) ? null : quoted
  const cap = price === null ? null : (supply * price) / 10n ** BigInt(decimals) / PER_USD_UNIT
  return {
    id: row.id,
    name,
    ticker: symbol,
    description,
    cover_image: image,
    ip_type: 'token',
    token_info: {
      symbol,
      name,
      mint,
      price: price === null ? null : toJsonAmount(price, PRICE_DECIMALS),
      market_cap: cap === null ? null : toJsonAmount(cap, USD_DECIMALS),
      on_exchange: quoted !== null,
      cover_url: image,
      description,
      decimals,
      supply: toJsonAmount(supply, decimals),
      holders: held,
    },
    isAuthorized: grant !== undefined,
    authorizedTo: grant?.email ?? null,
    authorizedAt: grant?.createdAt.toISOString() ?? null,
  }
}

async function requireRoom(tx: Db, userId: number, tokenId: number): Promise<void> {
  const { active, pending, byToken } = await store.countGiven(tx, userId)
  if (active + pending > GRANTS_PER_USER)
    throw new Fault('grant_limit', { limit: GRANTS_PER_USER, of: 'account' })
  if ((byToken.get(tokenId) ?? 0) > GRANTS_PER_TOKEN)
    throw new Fault('grant_limit', { limit: GRANTS_PER_TOKEN, of: 'token' })
}

async function listTokens(
  parts: AuthorizationParts,
  userId: number,
  { email, page = 1, page_size = AUTHORIZATION_PAGE }: Page,
) {
  const { db } = parts
  if (email !== (await store.readEmail(db, userId))) throw new Fault('not_found', { what: 'Account' })
  const rows = await created.listTokens(db, userId, { limit: page_size, offset: (page - 1) * page_size })
  const grants = await store.readNewest(
    db,
    rows.map(({ id }) => id),
  )
  const [total, given, data] = await Promise.all([
    created.countTokens(db, userId),
    store.countGiven(db, userId),
    Promise.all(rows.map((row) => view(parts, row, grants.get(row.id)))),
  ])
  return {
    data: { code: CODE, data: { data, count: total } },
    stats: { totalTokens: total, activeAuthorizations: given.active, pendingRequests: given.pending },
  }
}

async function grant(
  { db, reporter }: AuthorizationParts,
  userId: number,
  request: GrantRequest,
  { client: address, device }: From,
): Promise<number> {
  const { tokenId, mintAddress, authorizedEmail: email, tokenOwnerEmail } = request
  const notification = await db.transaction(async (tx) => {
    await created.lockTokens(tx, userId)
    const token = await created.findToken(tx, userId, tokenId)
    if (!token || token.mint !== mintAddress) throw new Fault('not_found', { what: 'Token' })
    const owner = await store.readEmail(tx, userId)
    if (tokenOwnerEmail !== undefined && tokenOwnerEmail !== owner)
      throw invalid('tokenOwnerEmail', 'must be your own email address')
    if (email === owner) throw invalid('authorizedEmail', 'You cannot grant access to yourself')
    const { id, isNew } = await store.insertGrant(tx, token.id, email)
    if (!isNew) return { id, publish: () => undefined }
    await requireRoom(tx, userId, token.id)
    const { mint, symbol, name } = token
    const detail = { symbol, mint, to: email }
    await writeAudit(tx, { userId, type: 'token-grant', detail, address, device })
    const grantee = await store.userWith(tx, email)
    const publish = grantee
      ? await reporter.changed(tx, { userId: grantee, owner, symbol, name, mint, is: 'granted' })
      : () => undefined
    return { id, publish }
  })
  notification.publish()
  return notification.id
}

async function listGrants({ db }: AuthorizationParts, userId: number): Promise<TokenGrant[]> {
  return (await store.listGiven(db, userId)).map(({ tokenId, active, createdAt, ...rest }) => ({
    ...rest,
    token_id: tokenId,
    status: active ? 'active' : 'pending',
    created_at: createdAt.toISOString(),
  }))
}

async function revoke(
  { db, reporter }: AuthorizationParts,
  userId: number,
  id: string,
  { client: address, device }: From,
): Promise<void> {
  const publish = await db.transaction(async (tx) => {
    const gone = ROW_ID.test(id) ? await store.deleteGrant(tx, userId, Number(id)) : undefined
    if (!gone) throw new Fault('not_found', { what: 'Authorization' })
    const { symbol, name, mint, userId: ownerId } = gone.token
    const owner = await store.readEmail(tx, ownerId)
    const detail = ownerId === userId ? { symbol, mint, from: gone.email } : { symbol, mint, of: owner }
    await writeAudit(tx, { userId, type: 'token-revoke', detail, address, device })
    const grantee = ownerId === userId ? await store.userWith(tx, gone.email) : undefined
    if (grantee === undefined) return () => undefined
    return reporter.changed(tx, { userId: grantee, owner, symbol, name, mint, is: 'revoked' })
  })
  publish()
}

export function createAuthorization(parts: AuthorizationParts): Authorization {
  return {
    tokens: (userId, page) => listTokens(parts, userId, page),
    grant: (userId, request, from) => grant(parts, userId, request, from),
    grants: (userId) => listGrants(parts, userId),
    revoke: (userId, id, from) => revoke(parts, userId, id, from),
  }
}
