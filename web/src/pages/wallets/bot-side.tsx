import { CloseButton } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { BotSkeleton } from '#features/trading-bots/bot-skeleton.tsx'
import { useFocusReturn } from '#ui/dialogs/use-focus-return.ts'
import { onDemand } from '#ui/on-demand.tsx'
import css from './wallets.module.css'

const TradingBotPanel = onDemand(() =>
  import('#features/trading-bots/trading-bot-panel.tsx').then((m) => m.TradingBotPanel),
)

type Props = {
  groupId: number
  /** It is above the list: it takes the focus of the button that opened it, and Escape closes it. */
  isFloating: boolean
  onClose: () => void
}

/** The bot of a group beside the list; in a narrow window above it, at the right. */
export function BotSide({ groupId, isFloating, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const [takesFocus] = useState(() => isFloating && document.activeElement !== document.body)
  useFocusReturn()
  useEffect(() => {
    if (takesFocus) close.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    const panel = box.current
    if (!isFloating || !panel) return
    const onKey = (event: KeyboardEvent) => {
      // The list of a field closes first.
      if (event.key === 'Escape' && !(event.target instanceof HTMLInputElement)) onClose()
    }
    panel.addEventListener('keydown', onKey)
    return () => panel.removeEventListener('keydown', onKey)
  }, [isFloating, onClose])
  return (
    <div ref={box} className={css.bot}>
      <CloseButton
        ref={close}
        className={css.closeBot ?? ''}
        aria-label="Close trading bot"
        onClick={onClose}
      />
      <Suspense fallback={<BotSkeleton />}>
        <TradingBotPanel key={groupId} groupId={groupId} />
      </Suspense>
    </div>
  )
}
