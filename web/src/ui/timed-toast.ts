/** A toast whose time begins once it is seen: until there is room for it in the corner it waits. */
import { notifications, notificationsStore } from '@mantine/notifications'

/** The elements of such toasts, oldest first as they stand. */
export const TIMED = '[data-toast]'

/** None stays for ever, should what keeps the corner not have been loaded. */
const LONGEST_MS = 60_000
/** What the library is to be given of it. */
export const timed = (id: string, stayMs: number) => ({
  id,
  autoClose: LONGEST_MS,
  'data-toast': id,
  'data-stay-ms': stayMs,
})

const setTime = ({ dataset }: HTMLElement, autoClose: number | false): void =>
  notifications.updateState(notificationsStore, (all) =>
    all.map((one) => (one.id === dataset.toast ? { ...one, autoClose } : one)),
  )

/** All of it, from now on. */
export const beginTime = (toast: HTMLElement): void => setTime(toast, Number(toast.dataset.stayMs))
/** Until it begins again. */
export const holdTime = (toast: HTMLElement): void => setTime(toast, false)
export const hide = ({ dataset }: HTMLElement): void => {
  if (dataset.toast) notifications.hide(dataset.toast)
}
