/**
 * Settings of the service's connections. Plans of prepared statements are cached, and may have been made while the
 * hot table was empty: they must not rely on its size, and always walk an index in its order.
 *
 * PostgreSQL 18.4 crashes, and the whole server goes into recovery, when a statement locks rows and prunes partitions
 * at run time while another session changes one of the rows. The claim is such a statement, and so are others here.
 * Probing the index of each partition costs little; there is one partition per kept month.
 */
export const PLANNER = {
  enable_partition_pruning: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
}
