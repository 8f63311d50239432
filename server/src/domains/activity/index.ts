/** Activity: operations and the audit log, read from the rows of other domains. */
export { createAudit } from './audit.ts'
export { auditRoutes } from './audit.routes.ts'
export { publishOperations } from './activity.channel.ts'
export { activityRoutes } from './activity.routes.ts'
export { type Activity, createActivity } from './activity.service.ts'
