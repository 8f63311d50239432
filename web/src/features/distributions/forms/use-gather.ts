import { useCallback, useMemo, useState } from 'react'
import { textIn, typedUnits, unitsIn } from '../amounts/asset.ts'
import type { GatherRules } from './gather-rules.ts'
import type { Holder, Holders } from '../selection/holders.ts'
import type { FundsRequest } from '../funds-request.ts'
import type { Template } from '@purser/contract/distributions/distribution-templates.ts'
import type { SavedForm } from '../templates/saved-form.ts'
import type { Collect } from '../proposed-transfer.ts'
import {
  clickWallet,
  NO_SELECTION,
  stillThere,
  toggleGroup,
  type GroupChoice,
} from '../selection/selection.ts'

type Typed = { of: string; amounts: ReadonlyMap<number, string> }
const NOTHING_TYPED: ReadonlyMap<number, string> = new Map()

/** The form of a gather: wallets, mode and amounts. */
export function useGather(holders: Holders, rules: GatherRules) {
  const { asset, eligible, key } = rules
  const [wanted, setSelection] = useState(NO_SELECTION)
  const [custom, setCustom] = useState(false)
  const [stored, setTyped] = useState<Typed>({ of: key, amounts: NOTHING_TYPED })
  // Amounts of one token are not kept for another.
  const typed = stored.of === key ? stored.amounts : NOTHING_TYPED
  const [complaint, setComplaint] = useState<string>()

  const selection = useMemo(() => stillThere(wanted, holders.byId, eligible), [wanted, holders, eligible])
  const { picked } = selection
  const destination = selection.chosen === undefined ? undefined : holders.byId.get(selection.chosen)
  const sources = useMemo(() => [...picked].flatMap((id) => holders.byId.get(id) ?? []), [picked, holders])
  // The maximum of each wallet, unless another amount was typed.
  const amounts = useMemo(
    () =>
      new Map(
        sources.map((holder) => [
          holder.id,
          (custom ? typed.get(holder.id) : undefined) ?? textIn(asset, rules.mostFrom(holder, custom)),
        ]),
      ),
    [sources, custom, typed, asset, rules],
  )
  const sum = useMemo(
    () => [...amounts.values()].reduce((all, text) => all + unitsIn(asset, text), 0n),
    [amounts, asset],
  )

  const buildRequest = (): FundsRequest | undefined => {
    const lines = sources.map((holder) => ({ holder, units: unitsIn(asset, amounts.get(holder.id)) }))
    const problem = rules.check({
      custom,
      chosen: destination !== undefined,
      count: sources.length,
      amounts: lines.map(({ units }) => units),
    })
    setComplaint(problem)
    return problem || !destination ? undefined : rules.request(destination, lines, custom)
  }

  const onWallet = useCallback(
    (holder: Holder) => {
      setComplaint(undefined)
      setSelection((before) => clickWallet(before, holder, eligible))
    },
    [eligible],
  )
  const onGroup = useCallback((choice: GroupChoice) => {
    setComplaint(undefined)
    setSelection((before) => toggleGroup(before, choice))
  }, [])
  const clear = useCallback(() => {
    setSelection(NO_SELECTION)
    setTyped((before) => ({ ...before, amounts: NOTHING_TYPED }))
    setComplaint(undefined)
  }, [])
  /** Limits an amount to the most that the wallet can give. */
  const capped = (id: number, text: string) => {
    const holder = holders.byId.get(id)
    const most = holder ? rules.mostFrom(holder, true) : 0n
    const units = typedUnits(asset, text)
    return units !== undefined && units > most ? textIn(asset, most) : text
  }
  return {
    asset,
    selection,
    eligible,
    lacks: rules.lacks,
    destination,
    sources,
    custom,
    amounts,
    sum,
    complaint,
    buildRequest,
    onWallet,
    onGroup,
    clear,
    /** Fills the form with a transfer proposed in the chat. */
    fill: ({ sources: from, destination: to, amount }: Collect) => {
      setSelection({ chosen: to, picked: new Set(from) })
      setCustom(amount !== null)
      setTyped({ of: key, amounts: new Map(amount === null ? [] : from.map((id) => [id, amount])) })
    },
    toTemplate: (): SavedForm | undefined =>
      sources.length === 0
        ? undefined
        : {
            mode: custom ? 'custom' : 'all',
            total: null,
            variance: null,
            chosen: destination?.id ?? null,
            lines: sources.map(({ id }) => ({
              walletId: id,
              amount: custom ? amounts.get(id) || null : null,
            })),
          },
    fromTemplate: ({ mode, lines, chosen, mint }: Template) => {
      const there = lines.flatMap(({ walletId, amount }) => (walletId === null ? [] : [{ walletId, amount }]))
      setComplaint(undefined)
      setCustom(mode === 'custom')
      setSelection({
        chosen: chosen?.walletId ?? undefined,
        picked: new Set(there.map(({ walletId }) => walletId)),
      })
      const typedThen = there.flatMap(({ walletId, amount }): [number, string][] =>
        amount === null ? [] : [[walletId, String(amount)]],
      )
      setTyped({ of: mint ?? key, amounts: new Map(typedThen) })
    },
    changeDestination: () => setSelection((before) => ({ ...before, chosen: undefined })),
    setCustom: (on: boolean) => (setCustom(on), setComplaint(undefined)),
    setAmount: (id: number, text: string) =>
      setTyped({ of: key, amounts: new Map(typed).set(id, capped(id, text)) }),
    mostFrom: (holder: Holder) => rules.mostFrom(holder, true),
    /** Replaces wallets and amounts by those of a file, which were checked against the balances. */
    takeAmounts: (read: Map<number, string>) => {
      setCustom(true)
      setComplaint(undefined)
      setTyped({ of: key, amounts: read })
      setSelection((before) => ({ ...before, picked: new Set(read.keys()) }))
    },
  }
}
export type Gather = ReturnType<typeof useGather>
