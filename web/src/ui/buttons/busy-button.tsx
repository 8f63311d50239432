import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type Native = Omit<ComponentPropsWithRef<'button'>, 'color' | 'style'>
type Busy = {
  /** The action of the press is in progress: it cannot be pressed again, and keeps the focus. */
  busy: boolean
  /** Shows a loader in place of its text meanwhile. */
  loader?: boolean
}

/** The browser takes the focus from a `disabled` element, and the library disables a loading one. */
function Focusable({ disabled, ...props }: ComponentPropsWithRef<'button'>) {
  return <button {...props} disabled={disabled === true && props['aria-disabled'] !== true} />
}

/** Stops the form that it would submit, too: Enter in a field presses the form's button. */
const ignorePress = (event: MouseEvent) => event.preventDefault()

type Press = ComponentPropsWithRef<'button'>['onClick']
const busyProps = ({ busy, loader, onClick }: Busy & { onClick: Press }) => ({
  component: Focusable,
  'data-disabled': busy,
  'aria-disabled': busy || undefined,
  onClick: busy ? ignorePress : onClick,
  ...(loader ? { loading: busy } : {}),
})

/** A button whose press takes a while. */
export const BusyButton = ({ busy, loader = false, onClick, ...props }: Busy & ButtonProps & Native) => (
  <Button type="button" {...props} {...busyProps({ busy, loader, onClick })} />
)

/** The same as an icon. */
export const BusyIcon = ({ busy, loader = false, onClick, ...props }: Busy & ActionIconProps & Native) => (
  <ActionIcon type="button" {...props} {...busyProps({ busy, loader, onClick })} />
)
