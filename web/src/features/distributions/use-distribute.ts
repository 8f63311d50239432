import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { VARIANCE_DEFAULT } from '@purser/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { lamportsOrZero, solText } from '#ui/amount-text.ts'
import { calculated, fromFile, inMode, isStale, NO_AMOUNTS, withAmount } from './distribute-amounts.ts'
import { checkCalculate, checkDistribute, RENT_UNTIL_KNOWN, type Mode } from './check-distribute.ts'
import type { Holder, Holders } from './holders.ts'
import type { FundsRequest } from './funds-request.ts'
import { clickWallet, NO_SELECTION, stillThere, toggleGroup, type GroupChoice } from './selection.ts'
import { equalSplit, randomSplit } from './split-amounts.ts'

const anyWallet = () => true

/** The form of a distribution: wallets, mode, amounts, and whether the amounts are stale. */
export function useDistribute(holders: Holders, minimumRent: bigint | undefined) {
  const [wanted, setSelection] = useState(NO_SELECTION)
  const selection = useMemo(() => stillThere(wanted, holders.byId, anyWallet), [wanted, holders])
  const [total, setTotal] = useState('')
  const [variance, setVariance] = useState(VARIANCE_DEFAULT)
  const [form, setForm] = useState(NO_AMOUNTS)
  const { mode, amounts } = form
  const [complaint, setComplaint] = useState<string>()

  const { picked } = selection
  const source = selection.chosen === undefined ? undefined : holders.byId.get(selection.chosen)
  const rent = minimumRent ?? RENT_UNTIL_KNOWN
  const destinations = useMemo(
    () => [...picked].flatMap((id) => holders.byId.get(id) ?? []),
    [picked, holders],
  )
  const stale = isStale(form, { total, variance, picked })
  const sum = useMemo(
    () => destinations.reduce((all, holder) => all + lamportsOrZero(amounts.get(holder.id)), 0n),
    [destinations, amounts],
  )

  const calculate = () => {
    const problem = checkCalculate({ total, count: destinations.length, has: source?.lamports, rent })
    setComplaint(problem)
    if (problem) return
    const lamports = parseUnits(total, SOL_DECIMALS)
    const parts =
      mode === 'random'
        ? randomSplit(lamports, destinations.length, variance, Math.random)
        : equalSplit(lamports, destinations.length)
    const calculatedAmounts = new Map(
      destinations.map((holder, index) => [holder.id, solText(parts[index] ?? 0n)]),
    )
    setForm(calculated(calculatedAmounts, { mode, total, variance, picked }))
  }

  /** The request; undefined with a complaint when something is missing. */
  const buildRequest = (): FundsRequest | undefined => {
    const lamports = destinations.map((holder) => lamportsOrZero(amounts.get(holder.id)))
    const problem = checkDistribute({ mode, has: source?.lamports, amounts: lamports, rent })
    setComplaint(problem)
    if (problem || !source || stale) return undefined
    return {
      kind: 'distribute',
      body: {
        sourceWalletId: source.id,
        destinations: destinations.map((holder, index) => ({
          walletId: holder.id,
          amount: solText(lamports[index] ?? 0n),
        })),
      },
    }
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
    setForm((before) => inMode(NO_AMOUNTS, before.mode))
    setComplaint(undefined)
  }, [])
  return {
    selection,
    eligible: anyWallet,
    source,
    destinations,
    mode,
    total,
    variance,
    amounts,
    stale,
    sum,
    complaint,
    calculate,
    buildRequest,
    onWallet,
    onGroup,
    clear,
    changeSource: () => setSelection((before) => ({ ...before, chosen: undefined })),
    setMode: (next: Mode) => (setForm((before) => inMode(before, next)), setComplaint(undefined)),
    setTotal: (text: string) => (setTotal(text), setComplaint(undefined)),
    setVariance,
    setAmount: (id: number, text: string) => setForm((before) => withAmount(before, id, text)),
    /** Replaces wallets and amounts by those of a file. */
    takeAmounts: (read: Map<number, string>) => {
      setComplaint(undefined)
      setForm(fromFile(read))
      setSelection((before) => ({ ...before, picked: new Set(read.keys()) }))
    },
  }
}
export type Distribute = ReturnType<typeof useDistribute>
