import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ScrollArea.css'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { StopEverythingModal } from '#features/agents/index.ts'
import { useCommands } from './use-commands.tsx'

const NAME = 'Search and commands'
const LIST = 'palette-found'
/** It scrolls by the keyboard too. The list passes these props on to its scroll area, which its types do not say. */
const SCROLLED = { viewportProps: { tabIndex: 0 } }
const [store, spotlight] = createSpotlight()

/**
 * Pages, agents, wallets, operations and actions, by the keyboard: type, walk with the arrows, Enter. `typed`: the text
 * typed while it was loading.
 */
export function Palette({ opened, typed: typedBefore }: { opened: number; typed: string }) {
  const [typed, setTyped] = useState(typedBefore)
  const [stopping, setStopping] = useState(false)
  const onStopAll = useCallback(() => setStopping(true), [])
  useEffect(() => {
    if (opened > 0) spotlight.open()
  }, [opened])
  return (
    <>
      <Spotlight.Root
        store={store}
        query={typed}
        onQueryChange={setTyped}
        shortcut={null}
        scrollable
        maxHeight="min(480px, 70dvh)"
        overlayProps={{ backgroundOpacity: 0.35 }}
        transitionProps={{ duration: 0 }}
        attributes={{ content: { 'aria-label': NAME } }}
      >
        <Results typed={typed} onStopAll={onStopAll} />
      </Spotlight.Root>
      {stopping && (
        <Suspense fallback={null}>
          <StopEverythingModal onClose={() => setStopping(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Makes Enter take the first, whenever it comes: Spotlight selects it on typing, not when an answer arrives. */
function selectFirst(): void {
  const list = document.getElementById(LIST)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/** Mounted while the palette is open: its lists are requested only then. */
function Results({ typed, onStopAll }: { typed: string; onStopAll: () => void }) {
  const { sections, searching } = useCommands(typed, onStopAll)
  const { selected } = useSpotlight(store)
  const flat = sections.flatMap(({ commands }) => commands)
  // A selection dropped and set again at once may stay dropped: Enter takes the first all the same.
  const at = Math.max(selected, 0)
  const current = flat[at]
  const ids = flat.map(({ id }) => id).join()
  useEffect(selectFirst, [ids])
  // Spotlight drops the selection a moment after typing: the answer may have arrived by then.
  const isUnselected = flat.length > 0 && flat[selected] === undefined
  useEffect(() => {
    if (isUnselected) selectFirst()
  }, [isUnselected])
  return (
    <>
      <Spotlight.Search
        size="md"
        placeholder="Search or type a command"
        aria-label={NAME}
        autoComplete="off"
        spellCheck={false}
      />
      {/* The focus stays in the field: the arrows' selection is announced here. */}
      <div role="status" className="visually-hidden">
        {current ? `${current.label}, ${at + 1} of ${flat.length}` : `${flat.length} found`}
      </div>
      <Spotlight.ActionsList id={LIST} {...SCROLLED}>
        {sections.map(({ title, commands }) => (
          <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
            {commands.map(({ id, label, description, icon, run }) => (
              <Spotlight.Action
                key={id}
                label={label}
                {...(description === undefined ? {} : { description })}
                leftSection={icon}
                onClick={run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {flat.length === 0 && (
          <Spotlight.Empty>{searching ? 'Searching...' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </>
  )
}
