import { Button } from '@mantine/core'
import { heldBackText } from '@purser/contract/agents/held-back.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import css from '../desk/desk-bar.module.css'

const SellAnywayModal = lazyWhenIdle(() => import('./sell-anyway-modal.tsx').then((m) => m.SellAnywayModal))

/**
 * A button beside a strategy whose sale is held back: it sends the sale once the user has confirmed. Nothing if none is
 * held back.
 */
export function HeldBackButton({ strategy }: { strategy: Strategy }) {
  const [confirming, setConfirming] = useState(false)
  const { held_back: heldBack } = strategy
  if (!heldBack) return null
  return (
    <>
      <Button
        size="compact-sm"
        color="#9a3412"
        className={css.held ?? ''}
        title={`Held back: ${heldBackText(heldBack)}`}
        onClick={() => setConfirming(true)}
      >
        Sell at any price
      </Button>
      <Suspense fallback={null}>
        {confirming && (
          <SellAnywayModal strategy={strategy} heldBack={heldBack} onClose={() => setConfirming(false)} />
        )}
      </Suspense>
    </>
  )
}
