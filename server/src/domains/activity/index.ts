/** Activity: what happened, read from the books of those who did it. */
export { createAudit } from './audit.ts'
export { auditRoutes } from './audit.routes.ts'
export { tellOperations } from './activity.channel.ts'
export { activityRoutes } from './activity.routes.ts'
export { type Activity, createActivity } from './activity.service.ts'
