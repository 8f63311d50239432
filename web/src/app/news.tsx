/** The bottom right corner: toasts, and below them the banner of an outage. Neither covers what can be pressed. */
import { lazy, Suspense, useRef } from 'react'
import { DOWN_BANNER } from '#wire/connection.ts'
import { useConnection } from '#wire/use-connection.ts'
import css from './news.module.css'
import { useNewsRoom } from './use-news-room.ts'

const Toasts = lazy(() => import('#ui/toasts.tsx').then((m) => ({ default: m.Toasts })))

export function News() {
  const corner = useRef<HTMLDivElement>(null)
  useNewsRoom(corner)
  const isDown = useConnection() === 'down'
  return (
    <div ref={corner} className={css.corner}>
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
      <div role="status">{isDown && <div className={`amber-note ${css.banner}`}>{DOWN_BANNER}</div>}</div>
    </div>
  )
}
