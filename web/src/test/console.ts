/** Component tests: the console's real components in jsdom, against the real server of the test's own process. */
import { type DeskOptions, startTestDesk, type User } from '../../../server/src/test/harness.ts'
import { beginFile, openPage } from './page.ts'

/** The real server, a signed-in user, and the console's code in this process. For a whole test file. */
export async function openConsole(options: DeskOptions = {}) {
  beginFile()
  const desk = await startTestDesk(options)
  const user: User = await desk.signUp()
  return { desk, user, ...(await openPage({ url: desk.url, token: user.token })) }
}
