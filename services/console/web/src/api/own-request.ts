/** Marks requests that the application's own scripts send; other sites cannot add it. */
export const OWN_REQUEST = { 'x-takeoff-console': '1' }
