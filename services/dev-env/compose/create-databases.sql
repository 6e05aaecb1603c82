-- Each service owns a database of its own. PostgreSQL's image runs this on an empty data folder.
create database production_lists;
create database order_documents;
create database webhooks;
