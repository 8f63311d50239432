/** An empty database of its own for a product, on the PostgreSQL server that TEST_DATABASE_URL names. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type Database = {
  /** The environment that a product needs to use it. */
  env: Record<string, string>
  remove(): Promise<void>
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** null without such a server: the product uses its embedded one then. */
export async function openDatabase(): Promise<Database | null> {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) return null
  const name = `purser_e2e_${randomBytes(6).toString('hex')}`
  await run(server, `create database ${name}`)
  return {
    env: {
      DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href,
      MASTER_KEY: randomBytes(32).toString('base64'),
    },
    remove: () => run(server, `drop database if exists ${name} with (force)`),
  }
}
