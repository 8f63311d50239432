import { Combobox, ScrollArea, TextInput, useVirtualizedCombobox } from '@mantine/core'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { IconSelector } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { SelectorProps } from './selector-props.ts'
import css from './search-select.module.css'

const ROW = 34
const HEIGHT = 272

/** A choice of many: typing searches, the arrows walk, Enter takes. Its options are virtualized. */
export function SearchSelect({ label, value, options, onChange, hideLabel, disabled }: SelectorProps) {
  const id = useId()
  const chosen = options.find((option) => option.value === value)
  const [opened, setOpened] = useState(false)
  /** Undefined until something is typed: all options are offered then. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(-1)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const found = useMemo(() => {
    const term = (typed ?? '').trim().toLowerCase()
    return term === '' ? options : options.filter((option) => option.label.toLowerCase().includes(term))
  }, [options, typed])
  // oxlint-disable-next-line react/incompatible-library -- its functions must not be memoized, and are not
  const list = useVirtualizer({
    count: found.length,
    getScrollElement: () => box,
    estimateSize: () => ROW,
    overscan: 6,
    // Before the dropdown is laid out.
    initialRect: { width: 300, height: HEIGHT },
  })
  const optionId = (index: number) => `${id}-${index}`
  const show = (index: number) => {
    setActive(index)
    if (index >= 0) list.scrollToIndex(index)
  }
  const seen = useRef<HTMLDivElement>(null)
  // Runs once, when the dropdown is there: later the arrows scroll.
  useEffect(() => {
    if (box && box !== seen.current && active >= 0) list.scrollToIndex(active)
    seen.current = box
  }, [box, active, list])
  const take = (index: number) => {
    const option = found[index]
    if (!option) return
    onChange(option.value)
    combobox.closeDropdown()
  }
  const combobox = useVirtualizedCombobox({
    opened,
    onOpenedChange: setOpened,
    totalOptionsCount: found.length,
    getOptionId: optionId,
    selectedOptionIndex: active,
    activeOptionIndex: found.findIndex((option) => option.value === value),
    setSelectedOptionIndex: show,
    onSelectedOptionSubmit: take,
    onDropdownOpen: () => show(options.findIndex((option) => option.value === value)),
    onDropdownClose: () => {
      setTyped(undefined)
      setActive(-1)
    },
  })
  return (
    <Combobox store={combobox} resetSelectionOnOptionHover={false} width="target" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          size={hideLabel ? 'xs' : 'sm'}
          {...(hideLabel ? { 'aria-label': label } : { label })}
          role="combobox"
          aria-autocomplete="list"
          placeholder="Search..."
          autoComplete="off"
          spellCheck={false}
          disabled={disabled ?? false}
          rightSection={<IconSelector size={16} aria-hidden="true" />}
          rightSectionPointerEvents="none"
          value={opened && typed !== undefined ? typed : (chosen?.label ?? '')}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            setActive(0)
          }}
          onClick={(event) => {
            event.currentTarget.select()
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Options">
          {found.length === 0 ? (
            <Combobox.Empty>Nothing found</Combobox.Empty>
          ) : (
            <ScrollArea.Autosize mah={HEIGHT} type="auto" scrollbarSize={6} viewportRef={setBox}>
              <div className={css.list} style={{ height: list.getTotalSize() }}>
                {list.getVirtualItems().map(({ index, start }) => {
                  const option = found[index]
                  if (!option) return null
                  return (
                    <Combobox.Option
                      key={option.value}
                      id={optionId(index)}
                      className={css.option ?? ''}
                      style={{ transform: `translateY(${start}px)` }}
                      value={option.value}
                      active={option.value === value}
                      aria-selected={index === active}
                      selected={index === active}
                      aria-setsize={found.length}
                      aria-posinset={index + 1}
                      title={option.label}
                      onMouseDown={(event) => event.preventDefault()}
                      onClick={() => take(index)}
                    >
                      {option.label}
                    </Combobox.Option>
                  )
                })}
              </div>
            </ScrollArea.Autosize>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
