import { useCallback, useMemo, useState } from 'react'
import { lamportsOf, lamportsOrZero, solText } from '#ui/amount-text.ts'
import { checkGather, keepOf, mostFrom } from './check-gather.ts'
import type { Holder, Holders } from './holders.ts'
import type { FundsRequest } from './funds-request.ts'
import { clickWallet, NO_SELECTION, stillThere, toggleGroup, type GroupChoice } from './selection.ts'

const NOTHING_TYPED: ReadonlyMap<number, string> = new Map()

/** The form of a gather: wallets, mode and amounts. */
export function useGather(holders: Holders, minimumRent: bigint | undefined) {
  const [wanted, setSelection] = useState(NO_SELECTION)
  const [custom, setCustom] = useState(false)
  const [empty, setEmpty] = useState(false)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [complaint, setComplaint] = useState<string>()

  const keep = keepOf(empty, minimumRent)
  const eligible = useCallback((holder: Holder) => holder.lamports > keep, [keep])
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
          (custom ? typed.get(holder.id) : undefined) ?? solText(mostFrom(holder.lamports, keep)),
        ]),
      ),
    [sources, custom, typed, keep],
  )
  const sum = useMemo(
    () => [...amounts.values()].reduce((all, text) => all + lamportsOrZero(text), 0n),
    [amounts],
  )

  const buildRequest = (): FundsRequest | undefined => {
    const lamports = sources.map((holder) => lamportsOrZero(amounts.get(holder.id)))
    const problem = checkGather({
      custom,
      chosen: destination !== undefined,
      count: sources.length,
      amounts: lamports,
    })
    setComplaint(problem)
    if (problem || !destination) return undefined
    const emptyWallets = empty ? { emptyWallets: true } : {}
    return {
      kind: 'gather',
      body: {
        destinationWalletId: destination.id,
        gatherAll: !custom,
        sources: sources.map((holder, index) =>
          custom ? { walletId: holder.id, amount: solText(lamports[index] ?? 0n) } : holder.id,
        ),
        ...emptyWallets,
      },
    }
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
    setTyped(NOTHING_TYPED)
    setComplaint(undefined)
  }, [])
  /** At most what the wallet can give. */
  const capped = (id: number, text: string) => {
    const holder = holders.byId.get(id)
    const most = holder ? mostFrom(holder.lamports, keep) : 0n
    const lamports = lamportsOf(text)
    return lamports !== undefined && lamports > most ? solText(most) : text
  }
  return {
    selection,
    eligible,
    destination,
    sources,
    custom,
    empty,
    keep,
    amounts,
    sum,
    complaint,
    buildRequest,
    onWallet,
    onGroup,
    clear,
    changeDestination: () => setSelection((before) => ({ ...before, chosen: undefined })),
    setCustom: (on: boolean) => (setCustom(on), setComplaint(undefined)),
    setEmpty,
    setAmount: (id: number, text: string) => setTyped((before) => new Map(before).set(id, capped(id, text))),
    mostFrom: (holder: Holder) => mostFrom(holder.lamports, keep),
    /** Replaces wallets and amounts by those of a file, which were checked against the balances. */
    takeAmounts: (read: Map<number, string>) => {
      setCustom(true)
      setComplaint(undefined)
      setTyped(read)
      setSelection((before) => ({ ...before, picked: new Set(read.keys()) }))
    },
  }
}
export type Gather = ReturnType<typeof useGather>
