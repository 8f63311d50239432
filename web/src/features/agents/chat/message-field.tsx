import { Button, Popover, Textarea } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import { INSTRUCTION_MAX } from '@purser/contract/limits.ts'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { BELOW_DIALOGS } from '#ui/dialogs/below-dialogs.ts'
import { plainPrices } from '@purser/contract/market/price-text.ts'
import { messageDraft } from '#wire/storage/caches.ts'
import css from './chat-panel.module.css'

type Props = {
  agentId: number
  placeholder: string
  disabled: boolean
  /** The agent was just created: the next step is a message to it. */
  autoFocus: boolean
  /** False: the message was not taken, and stays in the field. */
  onSend: (text: string) => boolean
  /** Another button is the action of the screen. */
  isQuiet: boolean
  /** Opens above the field. */
  settings: ReactNode
  isOpen: boolean
  onOpen: (open: boolean) => void
}
/** From this length on the counter is shown. */
const SHORT = INSTRUCTION_MAX * 0.9

/**
 * Enter sends, Shift+Enter begins a new line. The typed text is kept for this agent until it is sent; a price copied from
 * the screen becomes the number it stands for.
 */
export function MessageField(props: Props) {
  const { agentId, placeholder, disabled, autoFocus, onSend, isQuiet, settings, isOpen, onOpen } = props
  const [text, setText] = useState(() => messageDraft.read(agentId))
  const form = useRef<HTMLFormElement>(null)
  const put = (next: string) => {
    setText(next)
    messageDraft.write(agentId, next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (onSend(text)) put('')
  }
  // Within the settings the library handles this key.
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) onOpen(false)
  }
  const key = (event: KeyboardEvent) => {
    leave(event)
    // Enter ends the composition of a word in some languages.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    // A key held down sends once: a refused text may be in the field again.
    if (!event.repeat) form.current?.requestSubmit()
  }
  return (
    <form ref={form} className={css.input} onSubmit={submit}>
      <Popover
        opened={isOpen}
        onChange={onOpen}
        // Its own lists of tokens and wallets open elsewhere in the page.
        closeOnClickOutside={false}
        withinPortal={false}
        withRoles={false}
        position="top-start"
        width="target"
        zIndex={BELOW_DIALOGS}
        shadow="md"
        transitionProps={{ duration: 0 }}
        middlewares={{ shift: false, flip: false }}
      >
        <Popover.Target>
          <div className={css.field}>
            <Textarea
              aria-label="Message"
              aria-describedby={`count-${agentId}`}
              placeholder={placeholder}
              autoComplete="off"
              autosize
              autoFocus={autoFocus}
              minRows={1}
              maxRows={6}
              value={text}
              maxLength={INSTRUCTION_MAX}
              onChange={(event) => put(plainPrices(event.currentTarget.value))}
              onKeyDown={key}
            />
          </div>
        </Popover.Target>
        <Popover.Dropdown className={css.settings ?? ''}>{settings}</Popover.Dropdown>
      </Popover>
      <div className={css.tools}>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          onKeyDown={leave}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? 'Hide Settings' : 'Show Settings'}
        </Button>
        <span
          id={`count-${agentId}`}
          className={`num ${css.count} ${text.length > SHORT ? css.short : ''}`}
          title="Characters of at most so many"
        >
          {text.length.toLocaleString('en')} / {INSTRUCTION_MAX.toLocaleString('en')}
        </span>
        <Button type="submit" size="compact-sm" variant={isQuiet ? 'default' : 'filled'} disabled={disabled}>
          Send
        </Button>
      </div>
    </form>
  )
}
