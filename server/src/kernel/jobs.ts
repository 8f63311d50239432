/**
 * Durable jobs in the database. Workers decide nothing: a named job with a payload schema calls a service verb.
 * Payloads hold ids, never secrets. A job runs at least once, so its verb must be idempotent.
 */
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type ConstructorOptions } from 'pg-boss'
import type * as z from 'zod/mini'
import type { Db } from '../db/client.ts'
import { describe, type Log } from './log.ts'

export type JobDefinition<Payload extends z.ZodMiniType> = {
  name: string
  payload: Payload
  retries?: number
}
export const defineJob = <Payload extends z.ZodMiniType>(job: JobDefinition<Payload>) => job

export type Jobs = {
  work<P extends z.ZodMiniType>(
    job: JobDefinition<P>,
    run: (payload: z.output<P>) => Promise<void>,
  ): Promise<void>
  /**
   * Sends a job; if `db` is a transaction, the job is created when that commits. `key`: at most one such job is queued.
   */
  send<P extends z.ZodMiniType>(
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: { db?: Db; key?: string },
  ): Promise<void>
  /** Runs by a cron expression, once among all servers on a database. */
  schedule<P extends z.ZodMiniType>(job: JobDefinition<P>, cron: string, payload: z.input<P>): Promise<void>
  /** Waits for running jobs, at most 5 s. */
  stop(): Promise<void>
}

export async function startJobs(connection: ConstructorOptions, log: Log): Promise<Jobs> {
  const boss = new PgBoss({ ...connection, useListenNotify: true, schema: 'jobs' })
  boss.on('error', (error) => log.warn(describe(error), 'the job queue failed'))
  await boss.start()
  const created = new Set<string>()
  const ensure = async (job: JobDefinition<z.ZodMiniType>) => {
    if (created.has(job.name)) return
    await boss.createQueue(job.name, {
      policy: 'short',
      notify: true,
      retryLimit: job.retries ?? 5,
      retryBackoff: true,
      retryDelay: 1,
    })
    created.add(job.name)
  }
  return {
    async work(job, run) {
      await ensure(job)
      const worker: Promise<string> = boss.work(job.name, { pollingIntervalSeconds: 30 }, async (batch) => {
        // Jobs created while this one ran were announced once, and a retry is not announced: there may be more.
        boss.notifyWorker(await worker)
        for (const { id, data } of batch) {
          const payload = job.payload.safeParse(data)
          if (!payload.success) {
            log.error({ job: job.name, id }, 'a job with an invalid payload was dropped')
            continue
          }
          try {
            await run(payload.data)
          } catch (error) {
            log.error({ job: job.name, id, ...describe(error) }, 'a job failed and will be retried')
            throw error
          }
        }
      })
      await worker
    },
    async send(job, payload, options) {
      await ensure(job)
      await boss.send(job.name, payload as object, {
        ...(options?.key ? { singletonKey: options.key } : {}),
        ...(options?.db ? { db: fromDrizzle(options.db as never, sql) } : {}),
      })
    },
    async schedule(job, cron, payload) {
      await ensure(job)
      await boss.schedule(job.name, cron, payload as object)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
