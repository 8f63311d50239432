/** The bottom right corner: toasts, and below them the banner of an outage. Neither covers what can be pressed. */
import { Suspense, useRef } from 'react'
import { onDemand } from '#ui/on-demand.tsx'
import { DOWN_BANNER } from '#wire/connection.ts'
import { useConnection } from '#wire/use-connection.ts'
import css from './news.module.css'

const NewsRoom = onDemand(() => import('./news-room.tsx').then((m) => m.NewsRoom))
const Toasts = onDemand(() => import('#ui/toasts.tsx').then((m) => m.Toasts))

export function News() {
  const corner = useRef<HTMLDivElement>(null)
  const isDown = useConnection() === 'down'
  return (
    <div ref={corner} className={css.corner}>
      <Suspense fallback={null}>
        <Toasts />
        <NewsRoom corner={corner} />
      </Suspense>
      <div role="status">
        {isDown && (
          <div className={`amber-note ${css.banner}`} data-stays>
            {DOWN_BANNER}
          </div>
        )}
      </div>
    </div>
  )
}
