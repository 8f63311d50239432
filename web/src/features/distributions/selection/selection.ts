/** The selected wallets: one chosen (source of a distribution, destination of a gather) and those picked. */
import type { Holder } from './holders.ts'

export type Selection = { chosen: number | undefined; picked: ReadonlySet<number> }
export const NO_SELECTION: Selection = { chosen: undefined, picked: new Set() }

/** Groups up to this size start expanded; larger ones scroll. */
export const EXPANDED_MAX = 12
export const SCROLL_ABOVE = 32
export const scrollNote = (n: number) => `${n} wallets (scroll to see more)`

/** Tells whether a wallet may be picked. */
export type Eligible = (holder: Holder) => boolean

/** The first click chooses, later ones toggle; a click on the chosen one clears it. */
export function clickWallet(before: Selection, holder: Holder, eligible: Eligible): Selection {
  const { id } = holder
  const picked = new Set(before.picked)
  if (before.chosen === undefined) {
    picked.delete(id)
    return { chosen: id, picked }
  }
  if (before.chosen === id) return { chosen: undefined, picked }
  if (!picked.delete(id)) {
    if (!eligible(holder)) return before
    picked.add(id)
  }
  return { chosen: before.chosen, picked }
}

/** `alone`: holders of the group that can only be picked one by one. */
export type GroupChoice = {
  text: string
  disabled: boolean
  all: boolean
  eligible: Holder[]
  alone?: Holder[]
}

/** The text and effect of a group's select button. */
export function groupChoice(holders: Holder[], selection: Selection, eligible: Eligible): GroupChoice {
  const able = holders.filter((holder) => holder.id !== selection.chosen && eligible(holder))
  const n = able.filter((holder) => selection.picked.has(holder.id)).length
  const all = n > 0 && n === able.length
  const text =
    able.length === 0
      ? 'No Eligible Wallets'
      : all
        ? 'Unselect All'
        : n === 0
          ? 'Select All'
          : `Select All (${n}/${able.length})`
  return { text, disabled: able.length === 0, all, eligible: able }
}

/**
 * The text about wallets that are not eligible; `who`: all of the group, or those beside the chosen one, which may be
 * eligible.
 */
export type IneligibleText = (holders: Holder[], who: 'these' | 'the others') => string

/** The reason why a group has nothing to select. `role`: the role of the chosen wallet. */
export function whyNone(
  holders: Holder[],
  { chosen }: Selection,
  {
    role,
    lacks,
    collects,
  }: { role: 'source' | 'destination'; lacks: IneligibleText; collects?: number | null | undefined },
): string {
  const others = holders.filter(({ id }) => id !== chosen)
  if (others.length === 0) return `Its only wallet is the ${role}.`
  const free = others.filter(({ id }) => id !== collects)
  if (free.length === 0)
    return `Its only ${others.length === holders.length ? '' : 'other '}wallet collects payments. Click it to select it.`
  return lacks(free, free.length === holders.length ? 'these' : 'the others')
}

/**
 * The selection by a click with Shift: from the wallet clicked last to this one, in shown order; it removes nothing.
 */
export function rangeChoice(
  holders: Holder[],
  { from, to }: { from: number; to: number },
  selection: Selection,
  eligible: Eligible,
): GroupChoice | undefined {
  const [a, b] = [from, to].map((id) => holders.findIndex((holder) => holder.id === id))
  if (a === undefined || b === undefined || a < 0 || b < 0) return undefined
  const between = holders
    .slice(Math.min(a, b), Math.max(a, b) + 1)
    .filter((holder) => holder.id !== selection.chosen && eligible(holder))
  return { text: '', disabled: false, all: false, eligible: between }
}

export function toggleGroup(before: Selection, choice: GroupChoice): Selection {
  const picked = new Set(before.picked)
  for (const holder of choice.eligible)
    if (choice.all) picked.delete(holder.id)
    else picked.add(holder.id)
  // Wallets that were picked one by one go with the rest of their group.
  if (choice.all) for (const { id } of choice.alone ?? []) picked.delete(id)
  return { chosen: before.chosen, picked }
}

/** The selection without deleted wallets and those that may no longer be picked. */
export function stillThere(
  selection: Selection,
  byId: ReadonlyMap<number, Holder>,
  eligible: Eligible,
): Selection {
  const gone = (id: number) => {
    const holder = byId.get(id)
    return holder === undefined || !eligible(holder)
  }
  const lost = selection.chosen !== undefined && !byId.has(selection.chosen)
  if (!lost && ![...selection.picked].some(gone)) return selection
  return {
    chosen: lost ? undefined : selection.chosen,
    picked: new Set([...selection.picked].filter((id) => !gone(id))),
  }
}
