import type { ComponentProps } from 'react'
import { BusyButton } from './busy-button.tsx'
import css from './toggle-button.module.css'

type Props = Omit<ComponentProps<typeof BusyButton>, 'variant' | 'className' | 'busy'> & {
  pressed: boolean
  busy?: boolean
}

/** A button that stays pressed. It is neutral: the accent belongs to the action of a screen. */
export const ToggleButton = ({ pressed, busy = false, ...props }: Props) => (
  <BusyButton {...props} className={css.toggle} variant="default" aria-pressed={pressed} busy={busy} />
)
