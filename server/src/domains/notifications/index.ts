/** Notifications to users, in the console and by e-mail. */
export { publishNotifications } from './notifications.channel.ts'
export { notificationRoutes } from './notifications.routes.ts'
export { createNotifications, type Notifications } from './notifications.service.ts'
