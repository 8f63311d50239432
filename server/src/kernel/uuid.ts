/** How ids of operations, agents and requests look: the database takes nothing else for them. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
