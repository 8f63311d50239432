import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { VARIANCE_DEFAULT } from '@purser/contract/limits.ts'
import { useCallback, useMemo, useState } from 'react'
import { lamportsOrZero, solText } from '#ui/amount-text.ts'
import { checkCalculate, checkDistribute, RENT_UNTIL_KNOWN, type Mode } from './check-distribute.ts'
import type { Holder, Holders } from './holders.ts'
import type { Wish } from './run-operation.ts'
import { clickWallet, NO_SELECTION, stillThere, toggleGroup, type GroupChoice } from './selection.ts'
import { equalSplit, randomSplit } from './split-amounts.ts'

const anyWallet = () => true
const NO_AMOUNTS: ReadonlyMap<number, string> = new Map()

/** What amounts were worked out for. */
type Basis = { mode: Mode; total: string; variance: number; picked: ReadonlySet<number> }

const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
  a === b || (a.size === b.size && [...a].every((id) => b.has(id)))

/** Everything a distribution is made of before it is sent: wallets, mode, amounts, and whether these still fit. */
export function useDistribute(holders: Holders, minimumRent: bigint | undefined) {
  const [wanted, setSelection] = useState(NO_SELECTION)
  const selection = useMemo(() => stillThere(wanted, holders.byId, anyWallet), [wanted, holders])
  const [mode, setMode] = useState<Mode>('equal')
  const [total, setTotal] = useState('')
  const [variance, setVariance] = useState(VARIANCE_DEFAULT)
  const [amounts, setAmounts] = useState(NO_AMOUNTS)
  const [basis, setBasis] = useState<Basis>()
  const [complaint, setComplaint] = useState<string>()

  const { picked } = selection
  const source = selection.chosen === undefined ? undefined : holders.byId.get(selection.chosen)
  const rent = minimumRent ?? RENT_UNTIL_KNOWN
  const destinations = useMemo(
    () => [...picked].flatMap((id) => holders.byId.get(id) ?? []),
    [picked, holders],
  )
  const stale =
    mode !== 'custom' &&
    amounts.size > 0 &&
    !(
      basis?.mode === mode &&
      basis.total === total &&
      (mode === 'equal' || basis.variance === variance) &&
      sameSet(basis.picked, picked)
    )
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
    setAmounts(new Map(destinations.map((holder, index) => [holder.id, solText(parts[index] ?? 0n)])))
    setBasis({ mode, total, variance, picked })
  }

  /** The request, or a sentence about what is missing. */
  const wish = (): Wish | undefined => {
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
    setAmounts(NO_AMOUNTS)
    setBasis(undefined)
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
    wish,
    onWallet,
    onGroup,
    clear,
    changeSource: () => setSelection((before) => ({ ...before, chosen: undefined })),
    setMode: (next: Mode) => (setMode(next), setComplaint(undefined)),
    setTotal: (text: string) => (setTotal(text), setComplaint(undefined)),
    setVariance,
    setAmount: (id: number, text: string) => setAmounts((before) => new Map(before).set(id, text)),
    /** The wallets and amounts of a file, in place of what was there. */
    takeAmounts: (read: Map<number, string>) => {
      setMode('custom')
      setComplaint(undefined)
      setAmounts(read)
      setSelection((before) => ({ ...before, picked: new Set(read.keys()) }))
    },
  }
}
export type Distribute = ReturnType<typeof useDistribute>
