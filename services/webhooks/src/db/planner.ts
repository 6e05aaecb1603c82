/**
 * A statement that locks rows and picks partitions while it runs crashes PostgreSQL 18.4 as soon as another session
 * changes one of the rows meanwhile: the whole server goes into recovery. The claim is such a statement, and so are
 * others here. Looking into the index of each partition costs little; there is one for each month that is kept.
 */
export const UNPRUNED = { enable_partition_pruning: 'off' }

/**
 * Of the service's connections. Plans of prepared statements are kept, and may have been made while the hot table was
 * empty: they must not bet on its size, and always walk an index in its order.
 */
export const PLANNER = { ...UNPRUNED, enable_seqscan: 'off', enable_bitmapscan: 'off' }
