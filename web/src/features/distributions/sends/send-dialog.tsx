import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useBalance } from '#features/balances/index.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import type { Outgoing } from '../proposed-transfer.ts'
import { useTokenNames } from '../tokens/use-token-names.ts'
import { listAssets, listMints } from './assets.ts'
import { NO_DRAFT, plainText, SendForm } from './send-form.tsx'
import { SendProgress } from './send-progress.tsx'
import { SendReview } from './send-review.tsx'
import css from './send.module.css'
import { useSend } from './use-send.ts'

type Props = {
  wallet: Pick<Wallet, 'id' | 'name' | 'address'>
  /** A send proposed in the chat: it is filled in, and its preview opens. */
  given?: Outgoing | undefined
  onClose: () => void
}

const NOTHING = { solBalance: 0, tokens: [] }

const draftOf = ({ mint, to, amount }: Outgoing) => ({ mint: mint ?? '', to, amount: amount ?? '' })

/** Sends SOL or a token of this wallet to any address: form, review, progress and result. */
export function SendDialog({ wallet, given, onClose }: Props) {
  const client = useQueryClient()
  const send = useSend(wallet.id)
  const [draft, setDraft] = useState(() => (given ? draftOf(given) : NO_DRAFT))
  const preview = useEffectEvent(async () => {
    if (!given) return
    const target = { to: given.to, ...(given.mint === null ? {} : { mint: given.mint }) }
    const amount = given.amount ?? (await send.max(target))
    if (amount === undefined) return
    const text = plainText(amount)
    setDraft((before) => ({ ...before, amount: text }))
    await send.review({ ...target, amount: text })
  })
  useEffect(() => {
    const timer = setTimeout(() => void preview())
    return () => clearTimeout(timer)
  }, [])
  const balance = useBalance(wallet.address)
  const held = balance.data?.value
  const symbolOf = useTokenNames(useMemo(() => listMints(held ?? NOTHING), [held]))
  const assets = useMemo(() => listAssets(held ?? NOTHING, symbolOf), [held, symbolOf])
  const { step } = send
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step.at)
  useEffect(() => {
    // The focused element is gone. The focus goes to no button: the preview must be read before anything is pressed.
    if (shown.current !== step.at) body.current?.focus()
    shown.current = step.at
  }, [step.at])
  const again = (another: boolean) => {
    void client.invalidateQueries({ queryKey: ['balance'] })
    if (another) setDraft(NO_DRAFT)
    send.back()
  }
  const close = () => {
    if (step.at === 'sent') void client.invalidateQueries({ queryKey: ['balance'] })
    onClose()
  }
  return (
    <Dialog onClose={close} title={`Send from ${wallet.name}`} size="lg">
      <div ref={body} tabIndex={-1} className={css.body}>
        {step.at === 'form' &&
          (held ? (
            <SendForm assets={assets} draft={draft} onDraft={setDraft} send={send} onClose={close} />
          ) : balance.isError ? (
            <QueryError query={balance} fallback="Failed to fetch wallet balance" />
          ) : (
            <div role="status" aria-label="Loading balance">
              <Skeleton h={58} mb={16} />
              <Skeleton h={58} mb={16} />
              <Skeleton h={58} />
            </div>
          ))}
        {step.at === 'review' && <SendReview send={send} request={step.request} preview={step.preview} />}
        {step.at === 'sent' && (
          <SendProgress operationId={step.operationId} onAgain={again} onClose={close} />
        )}
      </div>
    </Dialog>
  )
}
