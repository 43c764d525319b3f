-- What was seen too late and is not on the book has a review without a line; the line comes when a person takes it.
alter table check_review alter column line_id drop not null, alter column line_result drop not null;
