/**
 * Rows and selectivity of the large tables of an installation with 100 000 works, as `analyze` of SQLite writes them: the rows of the table, then the
 * rows for each value of the first columns of the index. Taken from the database that `npm run bench:grow` fills.
 */
export const LARGE_INSTALLATION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: {
    account_once: '200080 100040 1',
    account_user: '200080 1',
  },
  annotation: {
    annotation_once: '100000 2 1',
    annotation_seq: '100000 2 1',
  },
  article_stat: {
    article_stat_time: '100000 1 1',
  },
  book_text: {
    book_text_edition: '200055 3 1',
  },
  book_text_words_docsize: {
    '': '200055',
  },
  browse: {
    browse_of_user: '1000000 6 6 2 1',
    browse_of_visitor: '1000000 20 20 1 1',
    browse_stat: '1000000 1 1 1 1',
  },
  chapter: {
    chapter_order: '200055 3 1',
  },
  collect: {
    collect_once: '200000 1 1 1',
    collect_stat: '200000 1 1 1 1',
  },
  comment: {
    comment_by_use: '500000 250000 6 6 5 2 1',
    comment_live: '500000 500000 1',
    comment_of_target: '500000 250000 6 6 5 1',
    comment_of_user: '500000 3 1',
    comment_replies: '500000 35715 1',
    comment_state: '500000 166667 8197',
  },
  composition: {
    composition_of: '20000 2 2',
    composition_typesetter: '20000 10000 3334',
  },
  edit_task: {
    edit_task_of: '20000 2 1',
    edit_task_of_editor: '20000 6667 2223',
  },
  edition: {
    edition_prepared_with: '99990 99990',
    edition_publication: '99990 1',
    edition_source: '99990 8333',
  },
  flow_instance: {
    flow_instance_of_business: '10000 5000',
    flow_instance_of_definition: '10000 2500 910',
    flow_instance_of_starter: '10000 2000 910',
    flow_instance_parent: '10000 10000',
  },
  flow_log: {
    flow_log_entity: '100000 8334 3',
  },
  flow_task: {
    flow_task_of_assignee: '20000 1819 667',
    flow_task_of_instance: '20000 1819 572',
  },
  letter: {
    letter_due: '20000 20000 10000',
    letter_of: '20000 20000 10000 1',
  },
  manuscript: {
    manuscript_category: '20000 20000 1112',
    manuscript_due: '20000 20000 953',
    manuscript_edited: '20000 5000 572 572',
    manuscript_no: '19998 1',
    manuscript_owned: '20000 3334 3334 1 1',
    manuscript_owner: '20000 3334 1',
    manuscript_state: '20000 20000 953 1',
    manuscript_turn: '20000 20000 2500 1250',
    manuscript_updated: '20000 20000 1 1',
    manuscript_turn_user: '20000 1429 646 646 556',
  },
  manuscript_version: {
    manuscript_version_once: '40023 3 1',
  },
  message: {
    message_mail: '200000 200000',
    message_user: '200000 2 1',
  },
  proof_mark: {
    proof_mark_of: '100000 6 3',
    proof_mark_of_proof: '100000 3704 3704',
  },
  proofread: {
    proofread_by: '20000 5000 2500',
    proofread_of: '20000 2 2 2',
    proofread_stage: '20000 20000 5000 1380',
  },
  protocol: {
    protocol_effective: '8635 1',
    protocol_end: '10000 2500 477',
    protocol_no: '10000 1',
    protocol_of: '10000 1 1',
  },
  publication: {
    publication_category: '100000 100000 5556',
    publication_dated: '100000 50000 50000 3031 1',
    publication_edition: '100000 2',
    publication_free: '100000 50000 50000 33334 1 1',
    publication_hot: '100000 50000 50000 2 1',
    publication_kind: '100000 50000 50000 20000 1 1',
    publication_kinds: '100000 100000 25000 20000',
    publication_maker: '100000 100000 100000 25000',
    publication_new: '100000 50000 50000 1 1',
    publication_no_once: '100000 1',
    publication_of_type: '100000 50000 50000 2778',
    publication_recommended: '100000 50000 50000 25000',
    publication_score: '100000 50000 50000 5883 1',
    publication_text_work: '100000 100000',
    publication_title: '100000 3',
    publication_type: '100000 5556 2778 1 1',
    publication_type_hot: '100000 5556 2778 2778 1 1',
    publication_updated: '100000 100000 1 1',
  },
  publication_words_docsize: {
    '': '100000',
  },
  reading_day: {
    reading_day_once: '100000 2 1',
    reading_day_seq: '100000 2 1',
  },
  reading_progress: {
    reading_progress_edition: '200000 16667',
    reading_progress_recent: '200000 1 1',
    sqlite_autoindex_reading_progress_1: '200000 1 1',
  },
  review: {
    review_of: '20000 2 2 2',
    review_of_auditor: '20000 4000 2000',
    review_queue: '20000 6667 2500 257',
  },
  scholar_works: {
    scholar_works_once: '99978 20 1',
    scholars_of_work: '100000 1',
    works_of_scholar: '100000 20 5',
  },
  score: {
    score_of_work: '100000 1',
    score_once: '100000 1 1',
    score_stat: '100000 1 1 1 1',
  },
  topic: {
    topic_archive: '10000 556 400',
    topic_declarer: '10000 3334 770',
    topic_no: '9999 1',
    topic_stage: '10000 10000 1 1',
    topic_state: '10000 10000 1250 667',
  },
  user: {
    user_college: '200000 200000 200000',
    user_dept: '200000 16667',
    user_live: '200000 200000 1 1 1',
    user_name_once: '200000 1',
    user_named: '200000 200000 200000 12 1',
  },
  wechat_article: {
    wechat_article_account: '50000 1667 1',
    wechat_article_of: '50000 1001 1001',
    wechat_article_outlier: '50000 16667',
    wechat_article_time: '50000 1',
    wechat_article_url: '50000 1',
  },
};
