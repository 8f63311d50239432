import { Suspense, useState } from 'react'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { useServerStatus } from '#wire/status.ts'

/** Tells whether the user has confirmed once in this session that these are real funds. */
let known = false

type RealFunds = {
  real: boolean
  /** Nothing has to be confirmed any more. */
  ready: boolean
  understood: boolean
  setUnderstood: (on: boolean) => void
  /** From now on it is not asked again. */
  confirm: () => void
}

/** On mainnet-beta the first movement of a session needs one more confirmation. */
export function useRealFunds(): RealFunds {
  const real = useServerStatus().data?.cluster === 'mainnet-beta'
  const [understood, setUnderstood] = useState(known)
  const confirm = () => {
    if (real) known = true
  }
  return { real, ready: !real || understood, understood, setUnderstood, confirm }
}

const Checkbox = lazyWhenIdle(() => import('#ui/fields/checkbox.tsx').then((m) => m.Checkbox))

type Props = { funds: RealFunds; checked?: string }

export function RealFundsField({ funds, checked = 'recipients and amounts' }: Props) {
  if (!funds.real) return null
  return (
    <Suspense fallback={null}>
      <Checkbox
        label={`These are real funds on mainnet-beta. I have checked ${checked}.`}
        checked={funds.understood}
        onChange={(event) => funds.setUnderstood(event.currentTarget.checked)}
      />
    </Suspense>
  )
}
