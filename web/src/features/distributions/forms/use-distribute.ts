import { distributeTexts, tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { VARIANCE_DEFAULT } from '@purser/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { textIn, typable, typedUnits, unitsIn } from '../amounts/asset.ts'
import {
  type Amounts,
  calculated,
  fromFile,
  inMode,
  isStale,
  selectionChanged,
  NO_AMOUNTS,
  withAmount,
} from './distribute-amounts.ts'
import type { Mode } from './check-distribute.ts'
import { anyWallet, type DistributeRules } from './distribute-rules.ts'
import type { Holder, Holders } from '../selection/holders.ts'
import type { FundsRequest } from '../funds-request.ts'
import type { Spread } from '../proposed-transfer.ts'
import type { SavedForm } from '../templates/saved-form.ts'
import type { Template } from '@purser/contract/distributions/distribution-templates.ts'
import {
  clickWallet,
  NO_SELECTION,
  stillThere,
  toggleGroup,
  type GroupChoice,
} from '../selection/selection.ts'

/** The form of a distribution: wallets, mode, amounts, and whether the amounts are stale. */
export function useDistribute(holders: Holders, rules: DistributeRules) {
  const { asset } = rules
  const [wanted, setSelection] = useState(NO_SELECTION)
  const selection = useMemo(() => stillThere(wanted, holders.byId, anyWallet), [wanted, holders])
  const [total, setTotal] = useState('')
  const [variance, setVariance] = useState(VARIANCE_DEFAULT)
  const [stored, setForm] = useState({ ...NO_AMOUNTS, of: rules.key })
  const form = stored.of === rules.key ? stored : inMode(NO_AMOUNTS, stored.mode)
  const { mode, amounts } = form
  const [complaint, setComplaint] = useState<string>()

  const { picked } = selection
  const source = selection.chosen === undefined ? undefined : holders.byId.get(selection.chosen)
  const destinations = useMemo(
    () => [...picked].flatMap((id) => holders.byId.get(id) ?? []),
    [picked, holders],
  )
  const stale = isStale(form, { total, variance, picked })
  // The rules' own text mentions the selection.
  const staleText = selectionChanged(form, picked) ? rules.staleText : tokenTexts.distribute.stale
  const sum = useMemo(
    () => destinations.reduce((all, holder) => all + unitsIn(asset, amounts.get(holder.id)), 0n),
    [destinations, amounts, asset],
  )

  const take = (next: Amounts) => setForm({ ...next, of: rules.key })

  const calculate = () => {
    const problem = rules.checkCalculate({ total, source, count: destinations.length })
    setComplaint(problem)
    const units = typedUnits(asset, total)
    if (problem || units === undefined) return
    const parts = rules.split(units, destinations.length, mode === 'random' ? variance : undefined)
    const texts = destinations.map((holder, index) => [holder.id, textIn(asset, parts[index] ?? 0n)] as const)
    take(calculated(new Map(texts), { mode, total, variance, picked }))
  }

  /** Takes all that can be distributed, or half of it, as the total; the amounts are still to be calculated. */
  const takeShare = (divisor: bigint) => {
    const most = rules.most(source, destinations.length)
    setComplaint(typeof most === 'string' ? most : undefined)
    if (typeof most !== 'string') setTotal(textIn(asset, typable(asset, most / divisor)))
  }

  /** Takes the same amount for each destination. */
  const takeEach = (text: string): void => {
    const units = typedUnits(asset, text)
    const problem =
      units === undefined || units === 0n
        ? distributeTexts.calculateAmount
        : destinations.length === 0
          ? distributeTexts.calculateSelection
          : undefined
    setComplaint(problem)
    if (!problem) take(fromFile(new Map(destinations.map(({ id }) => [id, textIn(asset, units ?? 0n)]))))
  }

  /** The request; undefined with a complaint if something is missing. */
  const buildRequest = (): FundsRequest | undefined => {
    const lines = destinations.map((holder) => ({ holder, units: unitsIn(asset, amounts.get(holder.id)) }))
    const problem = rules.check({ mode, source, amounts: lines.map(({ units }) => units), stale })
    setComplaint(problem)
    return problem || !source || stale ? undefined : rules.request(source, lines)
  }

  const onWallet = useCallback((holder: Holder) => {
    setComplaint(undefined)
    setSelection((before) => clickWallet(before, holder, anyWallet))
  }, [])
  const onGroup = useCallback((choice: GroupChoice) => {
    setComplaint(undefined)
    setSelection((before) => toggleGroup(before, choice))
  }, [])
  const clear = useCallback(() => {
    setSelection(NO_SELECTION)
    setTotal('')
    setForm((before) => ({ ...inMode(NO_AMOUNTS, before.mode), of: before.of }))
    setComplaint(undefined)
  }, [])
  return {
    rules,
    selection,
    eligible: anyWallet,
    source,
    destinations,
    mode,
    total,
    variance,
    amounts,
    stale,
    staleText,
    sum,
    complaint,
    calculate,
    takeMost: () => takeShare(1n),
    takeHalf: () => takeShare(2n),
    takeEach,
    buildRequest,
    onWallet,
    onGroup,
    clear,
    /** Fills the form with a transfer proposed in the chat. */
    fill: ({ source: from, destinations: to, split, amount }: Spread) => {
      const all = new Set(to)
      setSelection({ chosen: from, picked: all })
      const text = amount ?? ''
      if (split === 'each') return take(fromFile(new Map(to.map((id) => [id, text]))))
      setTotal(text)
      const units = typedUnits(asset, text)
      if (units === undefined) return take(inMode(NO_AMOUNTS, split))
      const parts = rules.split(units, to.length, split === 'random' ? variance : undefined)
      const texts = to.map((id, index) => [id, textIn(asset, parts[index] ?? 0n)] as const)
      take(calculated(new Map(texts), { mode: split, total: text, variance, picked: all }))
    },
    toTemplate: (): SavedForm | undefined =>
      destinations.length === 0
        ? undefined
        : {
            mode,
            total: mode === 'custom' ? null : total.trim() || null,
            variance: mode === 'random' ? variance : null,
            chosen: source?.id ?? null,
            lines: destinations.map(({ id }) => ({ walletId: id, amount: amounts.get(id) || null })),
          },
    /** Amounts calculated for wallets of which one is gone are stale. */
    fromTemplate: (template: Template) => {
      const { mode: saved, lines, chosen } = template
      const there = lines.flatMap(({ walletId, amount }) => (walletId === null ? [] : [{ walletId, amount }]))
      const ids = new Set(there.map(({ walletId }) => walletId))
      const next: Mode = saved === 'all' ? 'custom' : saved
      setComplaint(undefined)
      setSelection({ chosen: chosen?.walletId ?? undefined, picked: ids })
      const text = String(template.total ?? '')
      setTotal(text)
      const percent = template.variance ?? variance
      setVariance(percent)
      const texts = new Map(
        there.flatMap(({ walletId, amount }) => (amount === null ? [] : [[walletId, String(amount)]])),
      )
      const whole = ids.size === lines.length && texts.size === ids.size
      const of = template.mint ?? rules.key
      if (next === 'custom') setForm({ ...fromFile(texts), of })
      else if (whole)
        setForm({ ...calculated(texts, { mode: next, total: text, variance: percent, picked: ids }), of })
      else setForm({ ...inMode({ mode: next, amounts: texts }, next), of })
    },
    changeSource: () => setSelection((before) => ({ ...before, chosen: undefined })),
    setMode: (next: Mode) => (take(inMode(form, next)), setComplaint(undefined)),
    setTotal: (text: string) => (setTotal(text), setComplaint(undefined)),
    setVariance,
    setAmount: (id: number, text: string) => take(withAmount(form, id, text)),
    /** Replaces wallets and amounts by those of a file. */
    takeAmounts: (read: Map<number, string>) => {
      setComplaint(undefined)
      take(fromFile(read))
      setSelection((before) => ({ ...before, picked: new Set(read.keys()) }))
    },
  }
}
export type Distribute = ReturnType<typeof useDistribute>
