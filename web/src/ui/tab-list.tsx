import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { useEffect, useRef } from 'react'
import { Count } from './marks/count.tsx'
import css from './tab-list.module.css'

type Props = {
  /** The value and the text of each tab. */
  tabs: readonly (readonly [value: string, text: string, ...rest: unknown[]])[]
  open: string
  /** The number of things behind a tab, by its value; undefined until it is known. */
  counts?: Partial<Record<string, number | undefined>>
}

/** The tabs of a page in one line, which scrolls if they do not fit, with the open one visible. */
export function TabList({ tabs, open, counts = {} }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex(([value]) => value === open)
  useEffect(() => {
    const box = list.current
    const tab = box?.children[at]
    // Only the line scrolls: the page stays in place.
    if (box && tab instanceof HTMLElement)
      box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [at])
  return (
    <Tabs.List ref={list} className={css.list ?? ''} mb="md">
      {tabs.map(([value, text]) => (
        <Tabs.Tab key={value} value={value} className={css.tab ?? ''}>
          {text} {value in counts && <Count value={counts[value]} />}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
