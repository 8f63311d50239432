/** The user's place on the page of wallets, in the form of the URL: defaults are left out. */
import { type Filter, NO_FILTER, SORTS, type TokenMode } from '#features/balances/filter/filter-wallets.ts'
import type { View } from '#features/wallets/view.ts'

export type Place = {
  view: View
  filter: Filter
  /** The selected wallet, if one was picked. */
  wallet: number | undefined
  /** Its drawer is open. */
  detail: boolean
  /** The filters are unfolded. */
  filtering: boolean
  /** Chart and profit are unfolded. */
  portfolio: boolean
  /** The panel of the group's bot; 'auto': it opens while the bot runs, if there is room for it. */
  bot: (typeof BOTS)[number]
}

const BOTS = ['auto', 'open', 'closed'] as const

/** The names of texts in the URL; short, since people send such links. */
const TEXTS = {
  search: 'q',
  minSolAmount: 'minSol',
  maxSolAmount: 'maxSol',
  minTotalValue: 'minValue',
  maxTotalValue: 'maxValue',
} as const
type TextField = keyof typeof TEXTS
const FIELDS = Object.keys(TEXTS) as TextField[]
const MODES: TokenMode[] = ['any', 'all', 'none']

const idIn = (text: string | null) =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
const oneOf = <T extends string>(allowed: readonly T[], text: string | null, otherwise: T): T =>
  allowed.find((value) => value === text) ?? otherwise

/** Unreadable parts get their defaults. */
export function readPlace(search: URLSearchParams): Place {
  const filter: Filter = {
    ...NO_FILTER,
    selectedTokens: (search.get('tokens') ?? '').split(',').filter((mint) => mint !== ''),
    tokenFilterMode: oneOf(MODES, search.get('mode'), NO_FILTER.tokenFilterMode),
    includeEmptyWallets: search.get('empty') !== 'no',
    sortBy: oneOf(SORTS, search.get('sort'), NO_FILTER.sortBy),
    sortOrder: oneOf(['asc', 'desc'], search.get('order'), NO_FILTER.sortOrder),
  }
  for (const field of FIELDS) filter[field] = search.get(TEXTS[field]) ?? ''
  const group = search.get('group')
  return {
    view: group === 'ungrouped' ? group : (idIn(group) ?? 'all'),
    filter,
    wallet: idIn(search.get('wallet')),
    detail: search.get('detail') === 'open',
    filtering: search.get('filters') === 'open',
    portfolio: search.get('portfolio') === 'open',
    bot: oneOf(BOTS, search.get('bot'), 'auto'),
  }
}

export function writePlace(place: Place): URLSearchParams {
  const { view, filter, wallet, detail, filtering, portfolio, bot } = place
  const search = new URLSearchParams()
  const set = (name: string, value: string, first: string) => value !== first && search.set(name, value)
  set('group', String(view), 'all')
  for (const field of FIELDS) set(TEXTS[field], filter[field], '')
  set('tokens', filter.selectedTokens.join(), '')
  set('mode', filter.tokenFilterMode, NO_FILTER.tokenFilterMode)
  set('empty', filter.includeEmptyWallets ? 'yes' : 'no', 'yes')
  set('sort', filter.sortBy, NO_FILTER.sortBy)
  set('order', filter.sortOrder, NO_FILTER.sortOrder)
  set('wallet', wallet === undefined ? '' : String(wallet), '')
  set('detail', detail ? 'open' : '', '')
  set('filters', filtering ? 'open' : '', '')
  set('portfolio', portfolio ? 'open' : '', '')
  set('bot', bot, 'auto')
  return search
}
