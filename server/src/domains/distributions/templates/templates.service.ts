/** Templates of the distribution pages. They name wallets of the user only, and move nothing. */
import type {
  SaveTemplateBody,
  Template,
  TemplateKind,
  TemplateSummary,
} from '@purser/contract/distributions/distribution-templates.ts'
import { TEMPLATES_PER_USER } from '@purser/contract/limits.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Wallets } from '../../wallets/index.ts'
import * as store from './templates.store.ts'
import type { SavedWallet } from './templates.tables.ts'

export type TemplatesParts = { db: Db; clock: Clock; wallets: Pick<Wallets, 'lookups'> }

/** The wallets of the user as they are now, by address. */
type WalletsByAddress = Map<string, { id: number; name: string }>

const parseId = (text: string): number => {
  if (!ROW_ID.test(text)) throw new Fault('not_found', { what: 'Template' })
  return Number(text)
}
const text = (amount: string | number | null): string | null => (amount === null ? null : String(amount))

const now = (walletByAddress: WalletsByAddress, { address, name }: SavedWallet) => {
  const wallet = walletByAddress.get(address)
  return { walletId: wallet?.id ?? null, name: wallet?.name ?? name, address }
}

const countGone = (addresses: string[], walletByAddress: WalletsByAddress): number =>
  addresses.filter((address) => !walletByAddress.has(address)).length
const getAddresses = ({ chosen, lines }: store.TemplateRow['form']): string[] =>
  (chosen ? [chosen, ...lines] : lines).map(({ address }) => address)

function toSummary(row: store.TemplateHead, gone: number): TemplateSummary {
  const { id, name, kind, mint, mode, wallets } = row
  return {
    id,
    name,
    kind,
    mint,
    mode,
    wallets,
    gone,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

/** The most wallets in memory at once, unless a single template has more. */
const LINES_AT_ONCE = 10_000

/** Splits the ids of templates into groups whose wallets are read together. */
export function splitPortions(rows: Pick<store.TemplateHead, 'id' | 'wallets'>[]): number[][] {
  const portions: number[][] = []
  let lines = LINES_AT_ONCE
  for (const { id, wallets } of rows) {
    if (lines + wallets > LINES_AT_ONCE) {
      portions.push([])
      lines = 0
    }
    portions.at(-1)?.push(id)
    lines += wallets
  }
  return portions
}

const toTemplate = (row: store.TemplateRow, walletByAddress: WalletsByAddress): Template => ({
  ...toSummary(row, countGone(getAddresses(row.form), walletByAddress)),
  total: row.form.total,
  variance: row.form.variance,
  chosen: row.form.chosen && now(walletByAddress, row.form.chosen),
  lines: row.form.lines.map((line) => ({ ...now(walletByAddress, line), amount: line.amount })),
})

/** Checks mint, mode and amounts against the rules of the kind. */
function requireFit({ kind, mint, mode, total, chosen, lines }: SaveTemplateBody): void {
  const ofToken = kind === 'token-distribute' || kind === 'token-gather'
  if (ofToken !== (mint !== null)) throw invalid('mint', ofToken ? 'is required' : 'must be null')
  const gathers = kind === 'gather' || kind === 'token-gather'
  if (mode === 'all' ? !gathers : gathers && mode !== 'custom')
    throw invalid('mode', 'does not belong to this page')
  if (total !== null && (mode === 'all' || mode === 'custom')) throw invalid('total', 'must be null')
  if (lines.some(({ walletId }) => walletId === chosen))
    throw invalid('lines', `must not contain the ${gathers ? 'destination' : 'source'} wallet`)
}

export type Templates = {
  list(userId: number, kind: TemplateKind | undefined): Promise<TemplateSummary[]>
  get(userId: number, id: string): Promise<Template>
  /** Throws not_found for a wallet of somebody else, template_name_taken and template_limit. */
  save(tx: Db, userId: number, body: SaveTemplateBody): Promise<Template>
  /** Throws not_found and template_name_taken. */
  rename(tx: Db, userId: number, id: string, name: string): Promise<TemplateSummary>
  remove(tx: Db, userId: number, id: string): Promise<void>
}

/** `handle` is the transaction of a change: the embedded database has one connection. */
const readWallets = async (
  { db, wallets }: TemplatesParts,
  userId: number,
  handle: Db = db,
): Promise<WalletsByAddress> =>
  new Map(
    (await wallets.lookups.list(userId, handle)).map(({ id, name, address }) => [address, { id, name }]),
  )

async function listTemplates(
  parts: TemplatesParts,
  userId: number,
  kind: TemplateKind | undefined,
): Promise<TemplateSummary[]> {
  const { db } = parts
  const [rows, walletByAddress] = await Promise.all([
    store.listTemplates(db, userId, kind),
    readWallets(parts, userId),
  ])
  const gone = new Map<number, number>()
  for (const ids of splitPortions(rows))
    for (const { id, chosen, lines } of await store.listAddresses(db, userId, ids))
      gone.set(id, countGone(chosen === null ? lines : [chosen, ...lines], walletByAddress))
  return rows.map((row) => toSummary(row, gone.get(row.id) ?? 0))
}

async function readTemplate(parts: TemplatesParts, userId: number, id: string): Promise<Template> {
  const { db } = parts
  const row = await store.findTemplate(db, userId, parseId(id))
  if (!row) throw new Fault('not_found', { what: 'Template' })
  return toTemplate(row, await readWallets(parts, userId))
}

async function saveTemplate(
  { wallets, clock }: TemplatesParts,
  tx: Db,
  userId: number,
  body: SaveTemplateBody,
): Promise<Template> {
  requireFit(body)
  const { name, kind, mint, mode, total, variance, chosen, lines } = body
  const ids = [...(chosen === null ? [] : [chosen]), ...lines.map(({ walletId }) => walletId)]
  const owned = await wallets.lookups.getByIds(userId, ids, tx)
  const saved = owned.map((wallet) => ({ address: wallet.address, name: wallet.name }))
  const others = chosen === null ? saved : saved.slice(1)
  await store.lockTemplates(tx, userId)
  if (await store.isNameTaken(tx, { userId, kind, name })) throw new Fault('template_name_taken', { name })
  if ((await store.countTemplates(tx, userId)) >= TEMPLATES_PER_USER)
    throw new Fault('template_limit', { limit: TEMPLATES_PER_USER })
  const at = new Date(clock.now())
  const row = await store.insertTemplate(tx, {
    userId,
    kind,
    name,
    mint,
    mode,
    wallets: lines.length,
    form: {
      chosen: chosen === null ? null : (saved[0] ?? null),
      lines: others.map((wallet, i) => ({ ...wallet, amount: text(lines[i]?.amount ?? null) })),
      total: text(total),
      variance,
    },
    createdAt: at,
    updatedAt: at,
  })
  return toTemplate(row, new Map(owned.map((wallet) => [wallet.address, wallet])))
}

async function renameTemplate(
  parts: TemplatesParts,
  tx: Db,
  userId: number,
  id: string,
  name: string,
): Promise<TemplateSummary> {
  const { clock } = parts
  await store.lockTemplates(tx, userId)
  const before = await store.findTemplate(tx, userId, parseId(id))
  if (!before) throw new Fault('not_found', { what: 'Template' })
  if (await store.isNameTaken(tx, { userId, kind: before.kind, name }, before.id))
    throw new Fault('template_name_taken', { name })
  const row = await store.renameTemplate(tx, {
    userId,
    id: before.id,
    name,
    updatedAt: new Date(clock.now()),
  })
  const gone = countGone(getAddresses(before.form), await readWallets(parts, userId, tx))
  return toSummary(row ?? before, gone)
}

async function removeTemplate(tx: Db, userId: number, id: string): Promise<void> {
  if (!(await store.deleteTemplate(tx, userId, parseId(id))))
    throw new Fault('not_found', { what: 'Template' })
}

export function createTemplates(parts: TemplatesParts): Templates {
  return {
    list: (userId, kind) => listTemplates(parts, userId, kind),
    get: (userId, id) => readTemplate(parts, userId, id),
    save: (tx, userId, body) => saveTemplate(parts, tx, userId, body),
    rename: (tx, userId, id, name) => renameTemplate(parts, tx, userId, id, name),
    remove: (tx, userId, id) => removeTemplate(tx, userId, id),
  }
}
